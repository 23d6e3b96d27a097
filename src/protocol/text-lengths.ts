/**
 * The lengths of texts that people write, in Unicode code points: the server refuses longer ones, and the fields of the web
 * client end there. The client imports these values, so that nothing may be imported here.
 */
export const LONGEST_FULL_NAME = 100;
export const LONGEST_STATUS = 60;
export const LONGEST_ALERT_WORD = 100;
export const LONGEST_SNIPPET_TITLE = 60;
export const LONGEST_REPORT = 1000;
export const LONGEST_DEACTIVATION_COMMENT = 2000;
export const LONGEST_TEMPLATE = 10_000;
/** The program of a bot that runs on the server. */
export const LONGEST_PROGRAM = 262_144;

export const LONGEST_ORGANIZATION_NAME = 40;
export const LONGEST_ORGANIZATION_DESCRIPTION = 1000;
export const LONGEST_WELCOME = 8000;
export const LONGEST_CODE_LANGUAGE = 40;
export const LONGEST_JITSI_ADDRESS = 200;
export const LONGEST_PLAYGROUND_NAME = 100;
export const LONGEST_EMOJI_NAME = 100;
export const LONGEST_GROUP_NAME = 100;
export const LONGEST_GROUP_DESCRIPTION = 1024;

export const LONGEST_FIELD_NAME = 40;
export const LONGEST_FIELD_HINT = 80;
/** A choice of a profile field of that type. */
export const LONGEST_FIELD_CHOICE = 100;
/** The value of a profile field: one line, or several. */
export const LONGEST_SHORT_VALUE = 50;
export const LONGEST_LONG_VALUE = 500;
