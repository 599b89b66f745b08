// The search box: hidden without JavaScript. The site opens from disk, where pages may read no files, so the index
// is a script, loaded when something is searched.

(() => {
  const here = document.currentScript.src;
  const site = new URL("..", here);
  const form = document.querySelector(".search");
  const [field, results, told, list] = ["input", ".results", ".told", "ol"].map((part) => form.querySelector(part));

  const script = (name) => new Promise((onload, onerror) => {
    const made = Object.assign(document.createElement("script"), { src: new URL(name, here), onload, onerror });
    document.head.append(made);
  });
  let loaded;
  const load = () => (loaded ??= script("lunr.js").then(() => script("sections.js")).then(() => script("find.js")));

  const element = (name, text, options) => {
    const made = Object.assign(document.createElement(name), options);
    made.append(...[text].flat());
    return made;
  };
  const item = ({ page, heading, at, pieces }) => {
    const title = [element("b", heading), ...(heading === page ? [] : [element("span", page)])];
    const text = pieces.map((piece, k) => (k % 2 ? element("mark", piece) : piece));
    return element("li", element("a", [...title, element("p", text)], { href: new URL(at, site) }));
  };

  const close = () => {
    results.classList.remove("open");
    told.textContent = "";
    list.replaceChildren();
  };
  const search = async () => {
    const text = field.value;
    if (!text.trim()) return close();
    await load();
    if (text !== field.value) return; // typed on
    const found = find(text);
    results.classList.add("open");
    results.scrollTop = 0;
    told.textContent = found.length ? `${found.length}${found.length < 20 ? "" : " best"} sections` : "No section has these words";
    list.replaceChildren(...found.map(item));
  };

  field.addEventListener("input", search);
  field.addEventListener("focus", search);
  list.addEventListener("click", close); // a result may be on this page
  form.addEventListener("focusout", (event) => form.contains(event.relatedTarget) || close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await search();
    list.querySelector("a")?.click();
  });
  form.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const stops = [field, ...list.querySelectorAll("a")];
      stops[stops.indexOf(document.activeElement) + step]?.focus();
    } else if (event.key === "Escape") {
      field.value = "";
      close();
      document.activeElement.blur();
    } else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
    event.preventDefault();
    field.focus();
    field.select();
  });

  form.hidden = false;
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  if (field.value) field.focus();
})();
