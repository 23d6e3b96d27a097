// The call script, loaded when the user opens a call's preview, is called, or is in a call.

export { CallBar, ElsewhereBar } from "./call-bar.tsx";
export { enterVoiceRoom, leaveCall } from "./enter-call.ts";
export { openPreview } from "./preview.tsx";
export { RingCard } from "./ring-card.tsx";
export { switchMicrophone } from "./switches.ts";
