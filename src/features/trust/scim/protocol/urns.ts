export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const MESSAGES = "urn:ietf:params:scim:api:messages:2.0";
export const LIST = `${MESSAGES}:ListResponse`;
export const ERROR = `${MESSAGES}:Error`;
