"use strict";
(() => {
  const state = JSON.parse(document.getElementById("state").textContent);
  const find = (id) => document.getElementById(id);
  const film = find("film"), timeline = find("timeline"), scroll = find("scroll"), head = find("head");
  const viewer = find("viewer"), fps = state.fps, last = Math.max(state.frames - 1, 0);
  const cuts = state.shots.map((shot) => shot.start);
  let frame = 0, wanted = null;

  const two = (number) => String(number).padStart(2, "0");
  const clock = (at) => {
    const ms = Math.floor((at * 1000 + fps / 2) / fps), seconds = Math.floor(ms / 1000);
    return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}.${String(ms % 1000).padStart(3, "0")}`;
  };
  const clamp = (at) => Math.min(Math.max(at, 0), last);

  const show = (at) => {
    frame = clamp(at);
    const x = `${(100 * frame) / Math.max(state.frames, 1)}%`;
    head.setAttribute("x1", x);
    head.setAttribute("x2", x);
    const shot = state.shots.findLast((one) => one.start <= frame);
    const name = shot ? `${shot.id} ${shot.title}`.trim() : "";
    find("clock").textContent = `${clock(frame)} frame ${frame}`;
    find("where").textContent = name;
    timeline.setAttribute("aria-valuenow", frame);
    timeline.setAttribute("aria-valuetext", `${clock(frame)} (frame ${frame})${name ? `, ${name}` : ""}`);
    const place = (frame / Math.max(state.frames, 1)) * timeline.clientWidth;
    if (place < scroll.scrollLeft || place > scroll.scrollLeft + scroll.clientWidth)
      scroll.scrollLeft = place - scroll.clientWidth / 4;
  };

  // The middle of a frame's time, so that no rounding of the player shows its neighbour.
  const seek = (at) => {
    wanted = clamp(at);
    film.currentTime = (wanted + 0.5) / fps;
    show(wanted);
  };
  const follow = () => {
    if (!film.seeking) wanted = null;
    show(wanted ?? Math.floor(film.currentTime * fps + 0.001));
  };
  const watch = () => {
    follow();
    if (!film.paused && !film.ended) requestAnimationFrame(watch);
  };
  film.addEventListener("play", watch);
  for (const name of ["pause", "seeked", "timeupdate", "ended"]) film.addEventListener(name, follow);
  film.addEventListener("error", () => { find("trouble").hidden = false; });
  if (film.error) find("trouble").hidden = false;

  const at = (event) => {
    const box = timeline.getBoundingClientRect();
    return Math.floor(((event.clientX - box.left) / box.width) * state.frames);
  };
  let dragging = false;
  timeline.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    dragging = event.pointerType !== "touch";
    if (dragging) timeline.setPointerCapture(event.pointerId);
    seek(at(event));
  });
  timeline.addEventListener("pointermove", (event) => { if (dragging) seek(at(event)); });
  for (const name of ["pointerup", "pointercancel"]) timeline.addEventListener(name, () => { dragging = false; });

  const toggle = () => { if (film.paused || film.ended) film.play().catch(() => {}); else film.pause(); };
  const keys = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const here = viewer.contains(event.target) && event.target.id !== "zoom";
    // Elsewhere the arrows scroll and the space bar presses buttons, as on any page.
    if (!here && event.target !== document.body) return;
    const step = event.shiftKey ? fps : 1;
    const actions = {
      " ": toggle,
      ArrowLeft: () => seek(frame - step),
      ArrowRight: () => seek(frame + step),
    };
    if (here) {
      actions.ArrowUp = () => seek(cuts.findLast((cut) => cut < frame) ?? 0);
      actions.ArrowDown = () => seek(cuts.find((cut) => cut > frame) ?? last);
      actions.Home = () => seek(0);
      actions.End = () => seek(last);
    }
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key.startsWith("Arrow")) film.pause();
    action();
  };
  document.addEventListener("keydown", keys, true);

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-frame]");
    if (!link) return;
    event.preventDefault();
    film.pause();
    seek(Number(link.dataset.frame));
    viewer.scrollIntoView({ block: "nearest" });
    timeline.focus({ preventScroll: true });
  });
  const fromAddress = () => {
    const match = /^#f=(\d+)$/.exec(location.hash);
    if (match) seek(Number(match[1]));
  };
  window.addEventListener("hashchange", fromAddress);
  if (film.readyState > 0) fromAddress();
  else film.addEventListener("loadedmetadata", fromAddress, { once: true });

  for (const button of document.querySelectorAll("button[data-level]"))
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", on);
      for (const row of document.querySelectorAll(`tr[data-level="${button.dataset.level}"]`)) row.hidden = !on;
      for (const mark of document.querySelectorAll(`.found.${button.dataset.level}`))
        mark.setAttribute("visibility", on ? "visible" : "hidden");
    });

  // A name that has no room is left out: half a name reads as another one.
  const labels = [...document.querySelectorAll("svg.label")].map((box) => [box, box.querySelector("text")]);
  const fit = () => {
    const roomy = labels.map(([box, text]) => box.width.baseVal.value >= text.getComputedTextLength() + 9);
    labels.forEach(([, text], index) => text.setAttribute("visibility", roomy[index] ? "visible" : "hidden"));
  };
  window.addEventListener("resize", fit);
  fit();

  find("zoom").addEventListener("input", (event) => {
    timeline.style.width = `${100 * Number(event.target.value)}%`;
    fit();
    scroll.scrollLeft = (frame / Math.max(state.frames, 1)) * timeline.clientWidth - scroll.clientWidth / 2;
  });
  show(0);
})();
