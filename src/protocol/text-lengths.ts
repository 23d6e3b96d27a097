/**
 * Maximum lengths of text that users write, in Unicode code points. The server rejects longer text, and fields in the
 * web client don't accept it. The client imports this file, so it must not import anything.
 */
export const MAX_FULL_NAME_LENGTH = 100;
export const MAX_STATUS_LENGTH = 60;
export const MAX_ALERT_WORD_LENGTH = 100;
export const MAX_SNIPPET_TITLE_LENGTH = 60;
export const MAX_PIN_TITLE_LENGTH = 100;
export const MAX_REPORT_LENGTH = 1000;
export const MAX_DEACTIVATION_COMMENT_LENGTH = 2000;
export const MAX_TEMPLATE_LENGTH = 10_000;
/** Script of a hosted bot. */
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
export const MAX_FIELD_CHOICE_LENGTH = 100;
/** Values of single-line and of multi-line profile fields. */
export const MAX_SHORT_VALUE_LENGTH = 50;
export const MAX_LONG_VALUE_LENGTH = 500;
