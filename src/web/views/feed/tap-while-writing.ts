/**
 * Lets a tap on a message reach its target while the composer has the focus: once the focus leaves the text, the composer
 * shrinks and the bars come back, so that the target would move away before the click. Therefore the focus moves after the
 * click. Returns a function that ends it.
 */
export function followTapsWhileWriting(): () => void {
  let isTouch = false;
  const pointed = ({ pointerType }: PointerEvent) => {
    isTouch = pointerType === "touch";
  };
  const pressed = (event: MouseEvent) => {
    const writing = document.activeElement;
    const { target } = event;
    if (!isTouch || !(writing instanceof HTMLTextAreaElement) || !(target instanceof Element)) return;
    if (target.closest(".feed-viewport") === null || target.closest("input, textarea, select") !== null) return;
    event.preventDefault();
    const leave = () => {
      if (document.activeElement === writing) target.closest<HTMLElement>("a[href], button, [tabindex]")?.focus();
    };
    document.addEventListener("click", () => setTimeout(leave), { once: true, capture: true });
  };
  document.addEventListener("pointerdown", pointed);
  document.addEventListener("mousedown", pressed);
  return () => {
    document.removeEventListener("pointerdown", pointed);
    document.removeEventListener("mousedown", pressed);
  };
}
