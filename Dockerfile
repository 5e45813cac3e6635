# The command line as an image; see docs/guides/ci.md. Node is that of the development dependency `node`.
FROM node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553 AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
COPY build/prepare.mjs build/
RUN npm ci --no-audit --no-fund
COPY . .
# Packing builds, see build/prepare.mjs; the package needs nothing from a registry.
RUN npm pack --pack-destination /tmp && \
    npm install --global --offline --no-audit --no-fund --prefix /opt/cap-operator /tmp/cap-operator-tools-*.tgz

FROM node:24.21.0-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553
COPY --from=build /opt/cap-operator /usr/local
USER node
WORKDIR /work
ENTRYPOINT ["cap-operator"]
CMD ["check"]
