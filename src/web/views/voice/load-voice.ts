/** Loads the code that records and plays voice messages. */
export const voice = () => import("./voice.ts");
