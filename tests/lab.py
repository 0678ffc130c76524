"""A JupyterLab in a browser that may ask nobody else: for the browser tests and the benchmark."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import nbformat

TEMPLATES = Path(__file__).parents[1] / "silhouette_analysis" / "templates"

EXPLORERS = {
    "roll": "roll_explorer",
    "contest": "contest_explorer",
    "tie": "tie_explorer",
    "shared": "shared_roll_explorer",
}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def server(folder, command, ready):
    """Start a Jupyter program in `folder`, yield its address, and stop it."""
    port, log = free_port(), folder / "server.log"
    config = folder / "config"
    (config / "labconfig").mkdir(parents=True, exist_ok=True)
    off = {"@jupyterlab/apputils-extension:announcements": True}
    (config / "labconfig" / "page_config.json").write_text(json.dumps({"disabledExtensions": off}))
    env = os.environ | {
        "JUPYTER_CONFIG_DIR": str(config),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTER_PATH": str(TEMPLATES),  # The page of the dashboard is there.
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_PLATFORM_DIRS": "1",
        "IPYTHONDIR": str(folder / "ipython"),
        "PYTHONPATH": os.pathsep.join(
            filter(None, [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH")])
        ),
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    }
    with log.open("w") as out:
        running = subprocess.Popen(
            [sys.executable, "-m", *command(port)], cwd=folder, env=env, stdout=out, stderr=subprocess.STDOUT
        )
        try:
            address = f"http://127.0.0.1:{port}"
            for _ in range(300):
                try:
                    urllib.request.urlopen(address + ready, timeout=5).close()
                    break
                except urllib.error.HTTPError:
                    break  # It answers.
                except (urllib.error.URLError, ConnectionError):
                    if running.poll() is not None:
                        raise RuntimeError(log.read_text()) from None
                    time.sleep(0.1)
            yield address
        finally:
            running.terminate()
            try:
                running.wait(10)
            except subprocess.TimeoutExpired:
                running.kill()  # A kernel that never came up holds it back.
                running.wait(10)


def lab_server(folder):
    def command(port):
        return [
            "jupyterlab",
            "--no-browser",
            "--allow-root",
            f"--port={port}",
            "--ServerApp.ip=127.0.0.1",
            "--IdentityProvider.token=",
            "--ServerApp.password=",
            "--LabApp.news_url=",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            "--LabApp.expose_app_in_browser=True",
            f"--LabApp.user_settings_dir={folder / 'settings'}",
            f"--LabApp.workspaces_dir={folder / 'workspaces'}",
            f"--ServerApp.root_dir={folder}",
        ]

    return server(folder, command, "/api")


def voila_server(folder):
    def command(port):
        options = ["--no-browser", "--template=silhouette", f"--port={port}", "--Voila.ip=127.0.0.1"]
        return ["voila", str(TEMPLATES / "dashboard.ipynb"), *options]

    return server(folder, command, "/voila/static/")


def write_notebook(path, *sources, kernel="python3"):
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    metadata = {"kernelspec": {"name": kernel, "display_name": kernel, "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=metadata), path)
    return path


class Visit:
    """A page on which requests to others are blocked and counted, and errors are collected."""

    def __init__(self, browser, address):
        self.address, self.outside, self.errors = address, [], []
        self.context = browser.new_context(viewport={"width": 1280, "height": 1150})
        self.context.route(lambda url: not url.startswith((address, "data:", "blob:")), self.block)
        self.page = self.context.new_page()
        self.page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def block(self, route):
        self.outside.append(route.request.url)
        route.abort()

    def open(self, path, *, run=True):
        """Open a notebook by itself, and run all of it."""
        self.page.goto(f"{self.address}/doc/tree/{path}")
        self.page.wait_for_selector(".jp-Notebook .jp-Cell")
        if run:
            self.page.wait_for_function(
                "window.jupyterapp.shell.currentWidget?.sessionContext.session?.kernel"
            )
            self.page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.ready.then(() => null)")
            self.command("notebook:run-all-cells")
        return self.page

    def command(self, name):
        self.page.evaluate("name => void window.jupyterapp.commands.execute(name)", name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()
