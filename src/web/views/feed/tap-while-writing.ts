/**
 * Lets a tap on a message reach what it is meant for while somebody writes: once the focus leaves the text, the composer
 * shrinks and the bars come back, and what was under the finger stands elsewhere before the click comes. So the focus
 * leaves after it. Returns what ends that.
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
