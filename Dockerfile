# Parley on a machine of one's own. docs/operating.md says how to use it.
FROM node:24-bookworm-slim

# Node 26, which is installed below and runs the server, needs it.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*

WORKDIR /srv/parley
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev
COPY wrangler.toml LICENSE ./
COPY migrations ./migrations
COPY scripts ./scripts
COPY src ./src
# A container starts at once, and needs to write nowhere but to its data.
RUN node_modules/.bin/node src/local/bundle/make-bundle.ts

RUN mkdir /data node_modules/.cache/node && chown 1000:1000 /data node_modules/.cache/node
USER 1000:1000
# Node keeps what it has compiled for each user; a container could not write it.
RUN node_modules/.bin/node scripts/parley.mjs start --help > /dev/null && node_modules/.bin/node scripts/parley.mjs healthy 2> /dev/null || true
VOLUME /data
EXPOSE 9991
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s \
  CMD ["node_modules/.bin/node", "scripts/parley.mjs", "healthy", "--data", "/data", "--port", "9991"]
ENTRYPOINT ["node_modules/.bin/node", "scripts/parley.mjs", "start", "--host", "0.0.0.0", "--port", "9991", "--data", "/data"]
