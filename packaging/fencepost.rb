# The Homebrew formula of fencepost @(.Version)@. Untested: no workflow has run it yet.
class Fencepost < Formula
  desc "Permission gate and sandbox for coding agents"
  homepage "@(.Homepage)@"
  version "@(.Version)@"
  license "MIT"

  on_macos do
    on_arm do
      url "@(.Homepage)@/releases/download/v@(.Version)@/fencepost-@(.Version)@-darwin-arm64.tar.gz"
      sha256 "@(index .Sums "darwin-arm64")@"
    end
    on_intel do
      url "@(.Homepage)@/releases/download/v@(.Version)@/fencepost-@(.Version)@-darwin-amd64.tar.gz"
      sha256 "@(index .Sums "darwin-amd64")@"
    end
  end

  on_linux do
    on_arm do
      url "@(.Homepage)@/releases/download/v@(.Version)@/fencepost-@(.Version)@-linux-arm64.tar.gz"
      sha256 "@(index .Sums "linux-arm64")@"
    end
    on_intel do
      url "@(.Homepage)@/releases/download/v@(.Version)@/fencepost-@(.Version)@-linux-amd64.tar.gz"
      sha256 "@(index .Sums "linux-amd64")@"
    end
  end

  def install
    bin.install "fencepost", "fencepost-hook", "fencepost-interp", "fencepost-run"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/fencepost.bash" => "fencepost"
    zsh_completion.install "completions/_fencepost"
    fish_completion.install "completions/fencepost.fish"
  end

  def caveats
    "Run `fencepost install` now, and again after each upgrade: the agent starts the program by its path."
  end

  test do
    assert_match "v#{version}", shell_output("#{bin}/fencepost version")
  end
end
