// A published page's own script: panels without a kernel, and tools beside every figure.
// It works under a policy that allows neither eval nor any outside source.
"use strict";

const form = {
  percent(p, digits = 2) {
    // What is possible never reads 0 %: the same rule as words.percent.
    if (p === 0 || p === 1) return `${100 * p} %`;
    const smallest = 10 ** -digits;
    if (100 * p < smallest / 2) return `<${smallest.toFixed(digits)} %`;
    if (100 * (1 - p) < smallest / 2) return `>${(100 - smallest).toFixed(digits)} %`;
    return `${(100 * p).toFixed(digits)} %`;
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

/** A live panel: its view, its state, and what is said beside it. */
class Panel {
  constructor(root) {
    this.root = root;
    this.about = JSON.parse(root.querySelector("script.panel-data").textContent);
    this.inputs = [...root.querySelectorAll("[data-control]")];
    this.start = this.state();
    this.view = null;
  }

  /** Build the view when the panel first comes near the screen, so that a page opens at once. */
  open() {
    if (this.view) return this.ready;
    const picture = this.root.querySelector(".picture");
    this.view = new vega.View(vega.parse(this.about.spec, null, { ast: true }), {
      expr: vegaInterpreter.expressionInterpreter,
      renderer: "svg",
      container: picture,
      hover: false,
    });
    this.good = this.start;
    this.ready = this.set(this.fromAddress() || this.start).then(() => this.root.classList.add("live"));
    this.inputs.forEach((input) => input.addEventListener("input", () => this.change()));
    new ResizeObserver(() => this.fit() && this.view.runAsync()).observe(picture.parentElement);
    return this.ready;
  }

  /** Keep the chart as wide as its place, up to its natural width. */
  fit() {
    const place = this.root.querySelector(".picture").parentElement.clientWidth;
    const width = Math.max(180, Math.min(this.about.width, place - this.about.margin));
    if (width === this.view.width()) return false;
    this.view.width(width);
    return true;
  }

  state() {
    const read = (input) => {
      if (input.type === "range" || input.type === "number") return Number(input.value);
      const control = this.about.controls[input.dataset.control];
      return control.options[input.selectedIndex][0];
    };
    return Object.fromEntries(this.inputs.map((input) => [input.dataset.control, read(input)]));
  }

  show(state) {
    for (const input of this.inputs) {
      const value = state[input.dataset.control];
      const control = this.about.controls[input.dataset.control];
      if (control.options) input.selectedIndex = control.options.findIndex(([option]) => option === value);
      else input.value = value;
      const output = this.root.querySelector(`output[data-for="${input.dataset.control}"]`);
      if (output) output.textContent = input.value;
    }
  }

  change() {
    return this.set(this.state()).then(() => this.toAddress());
  }

  /** Show one state: one run of the view, then the words and the table of the same state. */
  async set(state) {
    this.show(state);
    this.fit();
    for (const [name, value] of Object.entries(state)) this.view.signal(name, value);
    const error = this.root.querySelector(".error");
    const refused = this.about.refused && this.refusal(state);
    if (refused) {
      error.textContent = refused;
      for (const [name, value] of Object.entries(this.good)) this.view.signal(name, value);
      return;
    }
    error.textContent = "";
    this.good = state;
    await this.view.runAsync();
    this.say(state);
    this.root.dataset.drawn = Number(this.root.dataset.drawn || 0) + 1;
  }

  refusal(state) {
    const rule = this.about.refused;
    const [name, value] = rule.when;
    return state[name] === value && rule.zero.some((side) => state[side] === 0) ? rule.words : "";
  }

  rows() {
    return this.view.data(this.about.data);
  }

  say(state) {
    const rows = this.rows();
    const values = { ...rows[0], ...state };
    for (const [name, control] of Object.entries(this.about.controls)) {
      const option = (control.options || []).find(([value]) => value === state[name]);
      if (option) [, values[`${name}_words`], values[`${name}_code`]] = option;
    }
    this.root.querySelector(".answer").textContent = form.fill(this.about.sentence, values);
    this.root.querySelector(".rule").textContent = form.fill(this.about.rule, values);
    this.root.querySelector(".python code").textContent = form.fill(this.about.python, values);
    const body = this.root.querySelector(".panel-table tbody");
    body.replaceChildren(
      ...rows.map((row) => {
        const line = document.createElement("tr");
        Object.keys(this.about.columns).forEach((field) => {
          const cell = document.createElement("td");
          const value = row[field];
          cell.textContent =
            typeof value === "number" && !Number.isInteger(value) || this.about.chances.includes(field)
              ? form.percent(value)
              : value;
          line.append(cell);
        });
        return line;
      }),
    );
  }

  /** The state lives in the page's address, so that a link shows the same picture to another person. */
  address() {
    const parts = new URLSearchParams(Object.entries(this.good));
    return `#${this.root.id}?${parts}`;
  }

  toAddress() {
    history.replaceState(null, "", this.address());
  }

  fromAddress() {
    const [id, query] = decodeURI(location.hash.slice(1)).split("?");
    if (id !== this.root.id || !query) return null;
    const given = new URLSearchParams(query);
    const state = { ...this.start };
    for (const [name, control] of Object.entries(this.about.controls)) {
      const text = given.get(name);
      if (text === null) continue;
      if (control.options) {
        const option = control.options.find(([value]) => String(value) === text);
        if (option) state[name] = option[0];
      } else if (Number.isInteger(Number(text)) && text >= control.low && text <= control.high) {
        state[name] = Number(text);
      }
    }
    return state;
  }

  csv() {
    const fields = Object.keys(this.about.columns);
    const line = (cells) => cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell}"` : cell)).join(",");
    return [line(fields), ...this.rows().map((row) => line(fields.map((field) => row[field])))].join("\n");
  }

  svg() {
    return this.view.toSVG();
  }

  caption() {
    const said = (selector) => this.root.querySelector(selector).textContent;
    return `${this.about.title}. ${said(".answer")} Rule: ${said(".rule")} ${said(".python code")}`;
  }
}
