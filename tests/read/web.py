"""A web server on this machine, for one test."""

import contextlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Site:
    """Files by path, how they are served, and the requests that came: method, path and range."""

    def __init__(self):
        self.files = {}
        self.requests = []
        self.url = ""
        self.has_ranges = True
        self.status = {}  # by path, another status than 200
        self.cut = None  # the number of bytes after which a body ends too early
        self.tag = '"1"'

    def fetched(self):
        """The ranges that were asked for by GET; None for a whole file."""
        return [wanted for method, _, wanted in self.requests if method == "GET"]


def _handler(site):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self):
            self._answer(with_body=False)

        def do_GET(self):
            self._answer(with_body=True)

        def _answer(self, with_body):
            path = self.path.partition("?")[0]
            wanted = self.headers.get("Range")
            site.requests.append((self.command, self.path, wanted))
            status = site.status.get(path, 200 if path in site.files else 404)
            body = site.files.get(path, b"") if status == 200 else b"no"
            headers = {"ETag": site.tag}
            if site.has_ranges and wanted and status == 200:
                first, _, last = wanted.removeprefix("bytes=").partition("-")
                start, stop = int(first), min(len(body), int(last or len(body)) + 1)
                headers["Content-Range"] = f"bytes {start}-{stop - 1}/{len(body)}"
                status, body = 206, body[start:stop]
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            if with_body:
                self.wfile.write(body[: site.cut])
            if site.cut is not None:
                self.close_connection = True

        def log_message(self, *_):
            pass

    return Handler


@contextlib.contextmanager
def serving():
    """Serve a site on a free port, until the block is left."""
    site = Site()
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(site)) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        site.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()
