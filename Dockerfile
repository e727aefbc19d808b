# The action's image: one static binary and nothing else.
#
# Written for the classic builder (no `RUN --mount`, no here-documents), so that any Docker can build it, and so that
# `.ci/container` can pass a base image that it made itself.
ARG BUILD_IMAGE=rust:1.95-bookworm

FROM ${BUILD_IMAGE} AS build
WORKDIR /source
COPY . .
# No path of this machine stays in the binary, so that it can be built again elsewhere; `.ci/reproducible` tries that.
# `--target` keeps `crt-static` away from build scripts and procedural macros, which have to stay dynamic.
RUN target="$(rustc -vV | sed -n 's/^host: //p')" \
    && RUSTFLAGS="-C target-feature=+crt-static --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo --remap-path-prefix=$PWD=/source" \
       cargo build --release --locked --bin countersign --target "$target" \
    && cp "target/$target/release/countersign" /countersign

FROM scratch
COPY --from=build /countersign /countersign
# No USER and no WORKDIR: GitHub runs the container as root in /github/workspace, which belongs to another user.
ENTRYPOINT ["/countersign"]
CMD ["action"]
