/** Where a metered Worker, and the isolate of its objects, tell what they have counted. */
export const COUNTS_PATH = "/metered/counts";
