// The script of calls, which is loaded when someone opens a call's preview, is called, or is in a call.

export { CallBar, ElsewhereBar } from "./call-bar.tsx";
export { openPreview } from "./preview.tsx";
export { RingCard } from "./ring-card.tsx";
export { switchMicrophone } from "./switches.ts";
