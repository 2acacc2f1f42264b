# The service: `claimgraph serve`, over Neo4j (docker-compose.yml) or, on its own, the embedded store under /data.
#
#   docker build -t claimgraph .                        with PyMuPDF (AGPL-3.0) as the PDF reader
#   docker build -t claimgraph --build-arg EXTRAS= .    with pypdfium2 only: permissive licences throughout

FROM python:3.11.11-slim-bookworm AS build

ARG EXTRAS=pymupdf

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1

RUN python -m venv /opt/claimgraph

WORKDIR /src
COPY docker/constraints.txt pyproject.toml README.md LICENSE NOTICE ./
COPY platform platform
COPY graph_schema graph_schema
COPY ingest ingest
COPY verify verify
COPY api api

RUN /opt/claimgraph/bin/pip install --constraint constraints.txt ".${EXTRAS:+[$EXTRAS]}"

FROM python:3.11.11-slim-bookworm

COPY --from=build /opt/claimgraph /opt/claimgraph

RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin claimgraph \
    && install --directory --mode=0700 --owner=claimgraph --group=claimgraph /data

ENV PATH=/opt/claimgraph/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    CLAIMGRAPH_HOME=/data

USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8000

HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=4 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/healthz', timeout=8)"]

ENTRYPOINT ["claimgraph"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
