/** The height from which on a covered part of the window is the keyboard; the browser's own bar is lower. */
const LEAST_PX = 120;

/**
 * Keeps the page as high as the part of the window that the phone's keyboard leaves visible. Most browsers do so themselves
 * (`interactive-widget` in the page's head), but Safari lays its keyboard over the page, and scrolls the page away.
 */
export function followVisibleHeight(): void {
  const viewport = window.visualViewport;
  if (viewport === null) return;
  const measure = () => {
    const isCovered = viewport.scale === 1 && innerHeight - viewport.height > LEAST_PX;
    const { style } = document.documentElement;
    if (isCovered) style.setProperty("--visible-height", `${Math.round(viewport.height)}px`);
    else style.removeProperty("--visible-height");
    if (isCovered && viewport.offsetTop > 0) scrollTo(0, 0);
  };
  viewport.addEventListener("resize", measure);
  viewport.addEventListener("scroll", measure);
}
