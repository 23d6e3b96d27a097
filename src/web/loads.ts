/** Loads the parts that no first view needs, such as the composer, menus, dialogs and the background tasks. */
export const soon = () => import("./soon.ts");
