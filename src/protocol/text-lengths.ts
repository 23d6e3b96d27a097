/**
 * The lengths of texts that people write, in Unicode code points: the server refuses longer ones, and the fields of the web
 * client end there. The client imports these values, so that nothing may be imported here.
 */
export const MAX_FULL_NAME_LENGTH = 100;
export const MAX_STATUS_LENGTH = 60;
export const MAX_ALERT_WORD_LENGTH = 100;
export const MAX_SNIPPET_TITLE_LENGTH = 60;
export const MAX_REPORT_LENGTH = 1000;
export const MAX_DEACTIVATION_COMMENT_LENGTH = 2000;
export const MAX_TEMPLATE_LENGTH = 10_000;
/** The program of a bot that runs on the server. */
export const MAX_PROGRAM_LENGTH = 262_144;

export const MAX_ORGANIZATION_NAME_LENGTH = 40;
export const MAX_ORGANIZATION_DESCRIPTION_LENGTH = 1000;
export const MAX_WELCOME_LENGTH = 8000;
export const MAX_CODE_LANGUAGE_LENGTH = 40;
export const MAX_JITSI_ADDRESS_LENGTH = 200;
export const MAX_PLAYGROUND_NAME_LENGTH = 100;
export const MAX_EMOJI_NAME_LENGTH = 100;
export const MAX_GROUP_NAME_LENGTH = 100;
export const MAX_GROUP_DESCRIPTION_LENGTH = 1024;

export const MAX_FIELD_NAME_LENGTH = 40;
export const MAX_FIELD_HINT_LENGTH = 80;
/** A choice of a profile field of that type. */
export const MAX_FIELD_CHOICE_LENGTH = 100;
/** The value of a profile field: one line, or several. */
export const MAX_SHORT_VALUE_LENGTH = 50;
export const MAX_LONG_VALUE_LENGTH = 500;
