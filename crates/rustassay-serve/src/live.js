// Keeps what is marked with `data-live` up to date, and copies text. Pages work without it.
"use strict";
const PAUSE = 5000;
async function update() {
  const isBusy = document.hidden || (document.getSelection() && !document.getSelection().isCollapsed);
  const live = document.querySelectorAll("[data-live]");
  if (!isBusy && live.length > 0) {
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (answer.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        for (const part of live) {
          const fresh = page.getElementById(part.id);
          if (fresh && !part.contains(document.activeElement) && fresh.innerHTML !== part.innerHTML) {
            part.innerHTML = fresh.innerHTML;
          }
        }
      }
      document.body.classList.toggle("away", !answer.ok);
    } catch {
      document.body.classList.add("away");
    }
  }
  setTimeout(update, PAUSE);
}
setTimeout(update, PAUSE);
for (const button of document.querySelectorAll("button[data-copies]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copies);
    text.select();
    try {
      await navigator.clipboard.writeText(text.value);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Selected: copy with Ctrl-C";
    }
  });
}
