/** Less than this is the bar of the browser, and no keyboard. */
const LEAST_PX = 120;

/**
 * Keeps the page as high as what the phone's keyboard leaves of the window. Most browsers do so themselves
 * (`interactive-widget` in the page's head); Safari lays its keyboard over the page, and shifts that out of sight.
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
