// The picture of an explorer: one redraw for each message of the kernel, whatever is drawn already.
// vl-convert bundles this with Vega, so nothing is fetched.
const WIDEST = 680;

async function render({ model, el }) {
    let view, finalize = () => {}, spec, width, drawn = {}, busy = Promise.resolve();
    el.classList.add("sa-picture");

    const room = () => Math.max(240, Math.min(WIDEST, el.clientWidth));

    // A new picture is drawn aside and put in the place of the old one: nothing flickers, nothing jumps.
    async function embed() {
        spec = model.get("spec");
        width = room();
        const box = document.createElement("div");
        const set = { ...spec, width, params: spec.params.map(at) };
        const result = await vegaEmbed(box, set, { actions: false, renderer: "svg", tooltip: { theme: "custom" } });
        finalize();
        ({ view, finalize } = result);
        drawn = { ...model.get("_params") };
        el.replaceChildren(box);
    }

    const at = (param) => {
        const value = model.get("_params")[param.name];
        return "expr" in param || value == null ? param : { ...param, value };
    };

    async function update() {
        if (!el.clientWidth) return;  // Not shown yet: the observer of its size comes back.
        if (model.get("spec") !== spec) return embed();
        const changed = Object.entries(model.get("_params")).filter(([name, value]) => drawn[name] !== value);
        if (!changed.length && room() === width) return;
        for (const [name, value] of changed) view.signal(name, value);
        if (room() !== width) view.width((width = room()));
        drawn = { ...model.get("_params") };
        await view.runAsync();
    }

    const schedule = () => {
        busy = busy.then(update).catch((error) => { el.textContent = `The picture failed: ${error.message}`; });
        return busy;
    };

    // A file that the kernel made is saved without a network.
    const save = ({ name, uri }) => {
        const link = Object.assign(document.createElement("a"), { href: uri, download: name });
        document.body.append(link);
        link.click();
        link.remove();
    };

    // Sliders and boxes are named by the label of their row; the answer is spoken when it changes.
    const label = () => {
        const explorer = el.closest(".sa-explorer");
        for (const row of explorer?.querySelectorAll(".sa-field") ?? []) {
            const words = row.querySelector(".widget-label")?.textContent;
            for (const part of row.querySelectorAll(".noUi-handle, input:not([type=checkbox])")) {
                part.setAttribute("aria-label", part.tagName === "INPUT" ? `${words}, typed` : words);
            }
        }
        explorer?.querySelector(".sa-answer .widget-html-content")?.setAttribute("aria-live", "polite");
        // JupyterLab would take the arrow keys for itself, away from a list of choices.
        for (const part of explorer?.querySelectorAll("select, input, button, .noUi-handle, .sa-table") ?? []) {
            part.setAttribute("data-lm-suppress-shortcuts", "true");
        }
        return explorer;
    };
    const widgets = new MutationObserver(label);
    const size = new ResizeObserver(() => {
        const explorer = label();
        if (explorer) widgets.observe(explorer, { childList: true, subtree: true });
        schedule();
    });

    model.on("change:spec", schedule);
    model.on("change:_params", schedule);
    model.on("msg:custom", save);
    size.observe(el);
    return () => {
        model.off("change:spec", schedule);
        model.off("change:_params", schedule);
        model.off("msg:custom", save);
        size.disconnect();
        widgets.disconnect();
        finalize();
    };
}

export default { render };
