// A published page's own script: tools beside every figure. Panels are in panel.js.
// It works under a policy that allows neither eval nor any outside source.
"use strict";

/** Hand a file to the reader. */
function save(name, type, text) {
  const link = document.createElement("a");
  link.download = name;
  link.href = typeof text === "string" ? URL.createObjectURL(new Blob([text], { type })) : URL.createObjectURL(text);
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page opened from a disk or over plain http may have no clipboard of its own.
    const box = document.createElement("textarea");
    box.value = text;
    document.body.append(box);
    box.select();
    document.execCommand("copy");
    box.remove();
  }
}

const csvCell = (value) => {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const csvText = (fields, rows) => [fields, ...rows].map((row) => row.map(csvCell).join(",")).join("\r\n") + "\r\n";

/** A picture as a file of its own: black on white, with its title, and nothing that needs the page. */
function standalone(svg, title) {
  const copied = svg.cloneNode(true);
  const box = svg.viewBox.baseVal;
  const [width, height] = [box.width, box.height];
  const words = title ? title.split(" ") : [];
  const lines = [];
  for (const word of words) {
    const last = lines.length - 1;
    if (last >= 0 && (lines[last].length + word.length + 1) * 7.6 < width - 10) lines[last] += ` ${word}`;
    else lines.push(word);
  }
  const head = lines.length ? lines.length * 20 + 10 : 0;
  copied.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copied.removeAttribute("style");
  copied.setAttribute("width", width);
  copied.setAttribute("height", height + head);
  copied.setAttribute("viewBox", `${box.x} ${box.y - head} ${width} ${height + head}`);
  copied.setAttribute("color", "#000000");
  const make = (name, attributes, text = "") => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
  };
  const font = { "font-family": "Helvetica, Arial, sans-serif", "font-size": 15, "font-weight": "bold", fill: "#000000" };
  const texts = lines.map((line, i) => make("text", { x: box.x + 5, y: box.y - head + 20 * (i + 1), ...font }, line));
  copied.prepend(make("rect", { x: box.x, y: box.y - head, width, height: height + head, fill: "#ffffff" }), ...texts);
  const text = new XMLSerializer().serializeToString(copied);
  return { text: text.replaceAll(/currentcolor/gi, "#000000"), width, height: height + head };
}

async function png(picture) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * picture.width;
  canvas.height = 2 * picture.height;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** A still figure: what its tools need. */
class Figure {
  constructor(root) {
    this.root = root;
    this.name = `${root.id}`;
    this.title = root.dataset.title;
  }

  svg() {
    return [...this.root.querySelectorAll(".drawing svg")].find((svg) => svg.getBoundingClientRect().width) || this.root.querySelector("svg");
  }

  link() {
    return location.href.split("#")[0] + `#${this.root.id}`;
  }

  csv() {
    const tables = JSON.parse(this.root.querySelector(".figure-data").textContent);
    return tables.map((table) => csvText(table.fields, table.rows)).join("\r\n");
  }

  caption() {
    const { title, words } = this.root.dataset;
    const said = [title && `${title}.`, words, document.body.dataset.rule, this.link()];
    return said.filter(Boolean).join(" ").replaceAll("..", ".");
  }

  python() {
    return this.root.querySelector(".code code").textContent;
  }
}

const doings = {
  link: async (it) => (await copy(it.link()), "Link copied"),
  caption: async (it) => (await copy(it.caption()), "Caption copied"),
  python: async (it) => (await copy(it.python()), "Python copied"),
  csv: (it) => (save(`${it.name}.csv`, "text/csv", it.csv()), "CSV saved"),
  svg: (it) => (save(`${it.name}.svg`, "image/svg+xml", standalone(it.svg(), it.heading ?? it.title).text), "SVG saved"),
  png: async (it) => (save(`${it.name}.png`, "image/png", await png(standalone(it.svg(), it.heading ?? it.title))), "PNG saved"),
};

/** Wake the tools of a figure or a panel. */
function equip(it) {
  const tools = it.root.querySelector(".tools");
  if (!tools) return;
  tools.hidden = false;
  const done = tools.querySelector(".done");
  tools.addEventListener("click", async (event) => {
    const doing = doings[event.target.dataset.do];
    if (!doing) return;
    done.textContent = await doing(it);
    clearTimeout(it.clearing);
    it.clearing = setTimeout(() => (done.textContent = ""), 4000);
  });
}

document.querySelectorAll("figure.figure, figure.dice").forEach((root) => equip(new Figure(root)));
