"use strict";
(() => {
  const form = document.getElementById("filter");
  const lines = [...document.querySelectorAll(".line")];
  const count = document.getElementById("count");
  let at = -1;

  const shown = () => lines.filter((line) => line.dataset.kind && !line.classList.contains("hidden"));

  const apply = () => {
    const kinds = new Set([...form.querySelectorAll("[name=kind]:checked")].map((box) => box.value));
    const section = form.elements.section.value;
    const only = form.elements.only.checked;
    for (const line of lines) {
      const kind = line.dataset.kind;
      const inSection = section === "" || line.dataset.section === section;
      const admitted = kind !== undefined && kinds.has(kind) && inSection;
      const hidden = kind === undefined ? only || !inSection : !admitted;
      line.classList.toggle("hidden", hidden);
    }
    at = -1;
    const left = new Set(shown().map((line) => line.dataset.change)).size;
    count.textContent = left === 1 ? "1 change shown" : `${left} changes shown`;
  };

  const step = (by) => {
    const steps = shown();
    if (steps.length === 0) return;
    const here = steps.indexOf(document.activeElement);
    at = here >= 0 ? here + by : at + by;
    if (at < 0) at = steps.length - 1;
    if (at >= steps.length) at = 0;
    steps[at].focus();
    steps[at].scrollIntoView({ block: "center" });
  };

  // A link to a line that a filter hides shows it again.
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const line = target && target.closest(".line");
    if (!line) return;
    if (line.classList.contains("hidden")) {
      form.reset();
      apply();
    }
    // After the browser's own jump, which takes the focus away.
    setTimeout(() => {
      line.scrollIntoView({ block: "center" });
      if (line.tabIndex >= 0) line.focus();
    });
  };

  form.hidden = false;
  form.addEventListener("change", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("next").addEventListener("click", () => step(1));
  document.getElementById("previous").addEventListener("click", () => step(-1));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("select, input")) return;
    if (event.key === "n" || event.key === "j") step(1);
    else if (event.key === "p" || event.key === "k") step(-1);
    else return;
    event.preventDefault();
  });
  window.addEventListener("hashchange", reveal);
  apply();
  reveal();
})();
