/** The path at which a metered Worker, and the isolate of its objects, report their counts. */
export const COUNTS_PATH = "/metered/counts";
