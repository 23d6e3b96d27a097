/** Loads the parts that are needed right after the page is shown, such as the composer and the background tasks. */
export const soon = () => import("./soon.ts");

/** Loads the parts that are opened seldom: a second after the conversation is shown, so that opening them takes no time. */
export const onDemand = () => import("./on-demand.ts");
