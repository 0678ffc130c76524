// Panels without a kernel: native inputs set the signals of a compiled Vega view.
"use strict";

const form = {
  percent(p, digits = 2) {
    // What is possible never reads 0 %: the same rule as words.percent.
    if (p === 0 || p === 1) return `${100 * p} %`;
    // Shifted as a decimal, then half up; what is written with an exponent is too small to be seen.
    const units = p < 1e-6 ? 0 : Math.round(Number(`${p}e${digits + 2}`)), most = 10 ** (digits + 2) - 1;
    const shown = Math.min(Math.max(units, 1), most);
    const sign = shown > units ? "<" : shown < units ? ">" : "";
    return `${sign}${(shown / 10 ** digits).toFixed(digits)} %`;
  },
  fill(template, values) {
    // The same fields as words.fill: {x}, {x:%}, {x:.2f}, {x:+}, {x:+.2f}.
    return template.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name, how = "") => {
      const value = values[name];
      if (how === "%") return form.percent(value);
      const digits = /\.(\d)f/.exec(how);
      const text = digits ? value.toFixed(Number(digits[1])) : String(value);
      return how.startsWith("+") && value >= 0 ? `+${text}` : text;
    });
  },
};

/** Compressed JSON in letters. */
async function unpack(letters) {
  const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
const abouts = {};
const aboutPanel = (name) => (abouts[name] ??= unpack(document.getElementById(`data-${name}`).textContent));

/** A live panel: its view, its state, and what is said beside it. */
class Panel {
  constructor(root) {
    this.root = root;
    this.inputs = [...root.querySelectorAll("[data-control]")];
  }

  /** Build the view, then put it in the place of the still picture and wake the controls. */
  open() {
    return (this.opened ??= this.wake());
  }

  async wake() {
    this.about = await aboutPanel(this.root.dataset.panel);
    this.title = this.about.title;
    this.start = this.good = this.state();
    this.drawing = this.root.querySelector(".drawing");
    this.picture = document.createElement("div");
    this.picture.className = "picture";
    this.picture.setAttribute("role", "img");
    this.view = new vega.View(vega.parse(this.about.spec, null, { ast: true }), {
      expr: vegaInterpreter.expressionInterpreter,
      renderer: "svg",
      container: this.picture,
      hover: false,
    });
    this.signals = new Set(this.about.spec.signals.map((signal) => signal.name));
    await this.set(this.fromAddress() || this.start);
    this.drawing.replaceChildren(this.picture);
    this.root.querySelector(".controls").hidden = false;
    this.inputs.forEach((input) => input.addEventListener("input", () => this.change()));
    new ResizeObserver(() => this.fit() && this.view.runAsync()).observe(this.drawing);
    addEventListener("hashchange", () => {
      const state = this.fromAddress();
      if (state) this.set(state);
    });
    equip(this);
    this.root.classList.add("live");
  }

  /** Keep the chart as wide as its place. */
  fit() {
    const width = Math.min(this.drawing.clientWidth, 720);
    if (!width || width === this.view.width()) return false;
    this.view.width(width);
    return true;
  }

  state() {
    const read = (input) => {
      const control = this.about.controls[input.dataset.control];
      return control.options ? control.options[input.selectedIndex][0] : Number(input.value);
    };
    return Object.fromEntries(this.inputs.map((input) => [input.dataset.control, read(input)]));
  }

  show(state) {
    for (const input of this.inputs) {
      const name = input.dataset.control;
      const control = this.about.controls[name];
      if (control.options) input.selectedIndex = control.options.findIndex(([option]) => option === state[name]);
      else input.value = state[name];
      const output = this.root.querySelector(`output[data-for="${name}"]`);
      if (output) output.textContent = state[name];
    }
  }

  change() {
    return this.set(this.state()).then(() => {
      clearTimeout(this.writing);
      this.writing = setTimeout(() => this.toAddress(), 150);
    });
  }

  /** Show a state; while one is being drawn only the newest of those that follow waits. */
  set(state) {
    this.show(state);
    this.wanted = state;
    return (this.working ??= this.work());
  }

  async work() {
    try {
      while (this.wanted) {
        const state = this.wanted;
        this.wanted = null;
        await this.run(state);
      }
    } finally {
      // Within the same turn as the last look at what is wanted, so that nothing wanted is lost.
      this.working = null;
    }
  }

  /** One run of the view, then the words and the table of the same state. */
  async run(state) {
    this.fit();
    const refused = await this.signal(state);
    this.root.querySelector(".error").textContent = refused;
    // The last good picture stays, dimmed, and is not taken for what is asked now.
    this.root.classList.toggle("stale", Boolean(refused));
    for (const button of this.root.querySelectorAll(".tools button")) button.disabled = Boolean(refused);
    if (refused) await this.signal(this.good);
    else this.good = state;
    const idle = this.signals.has("idle") && this.view.signal("idle");
    for (const input of this.inputs) input.disabled = input.dataset.control === idle;
    this.say(this.good);
    this.root.dataset.drawn = Number(this.root.dataset.drawn || 0) + 1;
  }

  async signal(state) {
    for (const [name, value] of Object.entries(state)) this.view.signal(name, value);
    await this.view.runAsync();
    return this.signals.has("refused") ? this.view.signal("refused") : "";
  }

  rows() {
    return this.view.data(this.about.data);
  }

  values(state, row) {
    const values = { ...state };
    for (const [name, control] of Object.entries(this.about.controls)) {
      const option = (control.options || []).find(([value]) => value === state[name]);
      if (option) [, values[`${name}_words`], values[`${name}_code`]] = option;
    }
    return { ...values, ...row };
  }

  say(state) {
    const { sentence, rule, python, columns, chances } = this.about;
    const rows = this.rows();
    const values = this.values(state, rows[0]);
    const write = (selector, text) => {
      const place = this.root.querySelector(selector);
      if (place.textContent !== text) place.textContent = text;
    };
    // No percent sign begins a line without its figure.
    write(".answer", form.fill(sentence, values).replaceAll(" %", "\u00a0%"));
    write(".rule", form.fill(rule, values));
    write(".python code", form.fill(python, values));
    this.picture.setAttribute("aria-label", `${this.about.spec.description} ${form.fill(sentence, values)}`);
    const fields = Object.keys(columns);
    const numeric = fields.map((field) => typeof rows[0]?.[field] === "number");
    const lines = rows.map((row) => {
      const line = document.createElement("tr");
      fields.forEach((field, i) => {
        const cell = line.insertCell();
        if (numeric[i]) cell.className = "n";
        cell.textContent = chances.includes(field) ? form.percent(row[field]) : row[field];
      });
      return line;
    });
    this.root.querySelector(".numbers tbody").replaceChildren(...lines);
  }

  svg() {
    return this.picture.querySelector("svg");
  }

  /** The state lives in the page's address, so that a link shows the same picture to another person. */
  address() {
    return `#${this.root.id}?${new URLSearchParams(Object.entries(this.good))}`;
  }

  toAddress() {
    try {
      history.replaceState(null, "", this.address());
    } catch {
      // Some browsers allow only so many a minute; the copied link does not need it.
    }
  }

  fromAddress() {
    const [id, query] = location.hash.slice(1).split("?");
    if (id !== this.root.id || !query) return null;
    const given = new URLSearchParams(query);
    const state = { ...this.start };
    for (const [name, control] of Object.entries(this.about.controls)) {
      const text = given.get(name);
      if (text === null) continue;
      if (control.options) {
        const option = control.options.find(([value]) => String(value) === text);
        if (option) state[name] = option[0];
      } else if (/^-?\d+$/.test(text) && Number(text) >= control.low && Number(text) <= control.high) {
        state[name] = Number(text);
      }
    }
    return state;
  }

  link() {
    return location.href.split("#")[0] + this.address();
  }

  csv() {
    const fields = Object.keys(this.about.columns);
    const heads = fields.map((field) => (["p", "share"].includes(field) ? "probability" : field));
    return csvText(heads, this.rows().map((row) => fields.map((field) => row[field])));
  }

  /** A saved picture stands alone: who, and by which rule. */
  get heading() {
    return `${this.title}: ${this.said(".answer").split(":")[0]}. ${this.said(".rule")}`;
  }

  /** A file's name tells its state: two rules saved one after the other are told apart. */
  get name() {
    return [this.root.id, ...Object.values(this.good)].join("_").replaceAll(/[^\w-]+/g, "-");
  }

  said(selector) {
    return this.root.querySelector(selector).textContent;
  }

  caption() {
    return `${this.title}. ${this.said(".answer")} Rule: ${this.said(".rule")} ${this.said(".python code")} ${this.link()}`;
  }

  python() {
    return `import silhouette_analysis as sa\n\n${this.said(".python code")}`;
  }
}

{
  const panels = [...document.querySelectorAll("section.panel")].map((root) => new Panel(root));
  // Panels wake in order, the one that the address names first, each when the page has a moment.
  const wanted = location.hash.slice(1).split("?")[0];
  const first = panels.find((panel) => panel.root.id === wanted);
  const turns = first ? [first, ...panels.filter((panel) => panel !== first)] : panels;
  if (window.DecompressionStream) {
    (async () => {
      for (const panel of turns) {
        await panel.open();
        if (panel === first) panel.root.scrollIntoView();
        await new Promise((next) => setTimeout(next));
      }
    })();
  }
}
