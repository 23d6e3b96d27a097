/** What the page loads once it is there: the composer, and what runs beside the views or is asked for by the first keys. */
export const soon = () => import("./soon.ts");

/** What is opened by few or seldom. A second after the conversation it is loaded, so that nothing of it is waited for then. */
export const onDemand = () => import("./on-demand.ts");
