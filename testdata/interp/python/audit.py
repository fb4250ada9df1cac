"""Runs the code in argv[1] with an audit hook that logs what it is about to change or start, and refuses it.

The log is ORACLE_LOG, a JSON object a line. Files below the working directory may be opened for writing.
"""
import builtins
import json
import os
import sys

code = sys.argv[1]
sys.argv = ["-c"]
here = os.path.realpath(os.getcwd())
log = os.open(os.environ["ORACLE_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
write = os.write
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
on = True


class Refused(BaseException):
    pass


def name(path):
    return os.fsdecode(path) if isinstance(path, (str, bytes, os.PathLike)) else ""


def say(kind, path="", argv=()):
    path = name(path)
    if path:
        path = os.path.normpath(os.path.join(os.getcwd(), path))
    write(log, (json.dumps({"kind": kind, "path": path, "argv": [name(a) for a in argv]}) + "\n").encode())


def hook(event, args):
    global on
    if not on:
        return
    on = False
    try:
        judge(event, args)
    finally:
        on = True


def judge(event, args):
    if event == "open":
        path, mode, flags = args
        if isinstance(path, int) or not flags & WRITING or name(path) == "/dev/null":
            return
        say("write", path)
        if os.path.realpath(name(path)).startswith(here + os.sep):
            return
    elif event in ("os.remove", "os.rmdir", "shutil.rmtree"):
        say("delete", args[0])
    elif event in ("os.rename", "shutil.move"):
        say("delete", args[0])
        say("write", args[1])
    elif event in ("os.link", "os.symlink", "shutil.copyfile", "shutil.copytree"):
        say("write", args[1])
    elif event in ("os.mkdir", "os.truncate"):
        say("write", args[0])
        if event == "os.mkdir" and os.path.realpath(name(args[0])).startswith(os.path.dirname(here) + os.sep):
            return
    elif event in ("os.chmod", "os.chown", "os.utime", "os.setxattr", "os.removexattr"):
        say("meta", args[0])
    elif event == "os.system":
        say("shell", argv=[args[0]])
    elif event == "subprocess.Popen":
        argv = args[1]
        say("run", argv=[argv] if isinstance(argv, (str, bytes)) else list(argv))
    elif event in ("os.exec", "os.posix_spawn"):
        say("run", argv=[args[0]] + list(args[1])[1:])
    elif event == "os.spawn":
        say("run", argv=[args[1]] + list(args[2])[1:])
    elif event in ("os.fork", "os.forkpty", "os.kill", "os.killpg", "pty.spawn"):
        if event == "pty.spawn":
            say("run", argv=args[0])
        elif not (event == "os.fork" and sys._getframe(2).f_code.co_filename != "<string>"):
            say("process")
    elif event.startswith(("socket.", "ctypes.", "urllib.", "ftplib.", "smtplib.", "http.", "webbrowser.", "sqlite3.", "mmap.")):
        if event in ("socket.__new__", "socket.gethostname"):
            return
    else:
        return
    raise Refused(event)


sys.addaudithook(hook)
try:
    exec(compile(code, "<string>", "exec"), {"__name__": "__main__", "__builtins__": builtins})
except Refused:
    sys.exit(3)
