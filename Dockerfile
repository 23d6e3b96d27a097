# Parley for your own machine, from a release archive. docs/start.md explains how to use it.
FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY scripts ./scripts
RUN node scripts/ensure.mjs program
COPY wrangler.toml parley.example.toml LICENSE README.md ./
COPY migrations ./migrations
COPY deploy ./deploy
COPY docs ./docs
COPY src ./src
# docker build --build-arg COMMIT=$(git rev-parse --short=10 HEAD)
ARG COMMIT=
RUN npm pkg set "commit=$COMMIT" && node scripts/archive.mjs /archive
RUN mkdir -p /srv/parley /data && tar -xzf /archive/parley-*.tgz --strip-components=1 -C /srv/parley
RUN node -e 'import("/build/scripts/slim.mjs").then(({ strip }) => strip("/usr/local/bin/node"))'
# Fills Node's compile cache, which is per user, because a read-only container can't write it.
RUN mkdir -p /srv/parley/node_modules/.cache/node && chown 1000:1000 /srv/parley/node_modules/.cache/node
USER 1000:1000
RUN NODE_COMPILE_CACHE=/srv/parley/node_modules/.cache/node node -e 'import("/srv/parley/node_modules/miniflare/dist/src/index.js")' \
  && node /srv/parley/scripts/parley.mjs start --help > /dev/null
# Without a server, this one fails.
RUN NODE_COMPILE_CACHE=/srv/parley/node_modules/.cache/node node /srv/parley/scripts/parley.mjs healthy 2> /dev/null || true

FROM debian:bookworm-20260824-slim@sha256:88200866dfff7ea7f5cbcb6ec7c8a701889efe6fe859fe64d6990e4b07ea4171
# Certificates for email, pushes and link previews, which trust what the system trusts.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /srv/parley /srv/parley
COPY --from=build --chown=1000:1000 /data /data
WORKDIR /srv/parley
USER 1000:1000
VOLUME /data
EXPOSE 9991
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s \
  CMD ["node", "scripts/parley.mjs", "healthy", "--data", "/data", "--port", "9991"]
ENTRYPOINT ["node", "scripts/parley.mjs", "start", "--host", "0.0.0.0", "--port", "9991", "--data", "/data"]
