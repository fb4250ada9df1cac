const form = document.forms[0], rows = document.querySelectorAll('[data-row]');
function filter() {
  const text = form.text.value.toLowerCase();
  for (const r of rows)
    r.hidden = !r.textContent.toLowerCase().includes(text) ||
      form.kind.value && r.dataset.kind !== form.kind.value || form.tool.value && r.dataset.tool !== form.tool.value;
}
for (const b of document.querySelectorAll('button')) {
  b.hidden = false;
  b.onclick = () => {
    getSelection().selectAllChildren(b.previousElementSibling);
    b.textContent = document.execCommand('copy') ? 'Copied' : 'Press Ctrl+C';
  };
}
if (form) {
  form.hidden = false;
  form.oninput = filter;
  form.onsubmit = event => event.preventDefault();
  form.text.value = decodeURIComponent(location.hash.slice(1));
  filter();
}
