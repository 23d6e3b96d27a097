/** Loads what records and plays voice messages. */
export const voice = () => import("./voice.ts");
