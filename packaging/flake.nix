# The Nix flake of fencepost @(.Version)@. Untested: no workflow has run it yet.
{
  description = "Permission gate and sandbox for coding agents";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixpkgs-unstable";

  outputs = { self, nixpkgs }:
    let
      archives = {
        x86_64-linux = { name = "linux-amd64"; sha256 = "@(index .Sums "linux-amd64")@"; };
        aarch64-linux = { name = "linux-arm64"; sha256 = "@(index .Sums "linux-arm64")@"; };
        x86_64-darwin = { name = "darwin-amd64"; sha256 = "@(index .Sums "darwin-amd64")@"; };
        aarch64-darwin = { name = "darwin-arm64"; sha256 = "@(index .Sums "darwin-arm64")@"; };
      };
    in {
      packages = builtins.mapAttrs (system: archive: {
        default = nixpkgs.legacyPackages.${system}.stdenvNoCC.mkDerivation {
          pname = "fencepost";
          version = "@(.Version)@";
          src = nixpkgs.legacyPackages.${system}.fetchurl {
            url = "@(.Homepage)@/releases/download/v@(.Version)@/fencepost-@(.Version)@-${archive.name}.tar.gz";
            inherit (archive) sha256;
          };
          # The programs are static, and what they are is part of the release: nothing is changed in them.
          dontPatchELF = true;
          dontStrip = true;
          installPhase = ''
            mkdir -p $out/bin $out/share/man/man1
            cp fencepost fencepost-hook fencepost-interp fencepost-run $out/bin/
            cp man/*.1 $out/share/man/man1/
          '';
          meta.mainProgram = "fencepost";
        };
      }) archives;
    };
}
