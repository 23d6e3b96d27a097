/** Loads the parts that no first view needs, such as the composer, menus, dialogs and the background tasks. */
export const soon = () => import("./soon.ts");

/** Loads what belongs to several organizations: most people have one. */
export const switching = () => import("./views/switching/switching.ts");
