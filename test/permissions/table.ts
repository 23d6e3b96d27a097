/** The marks of refusals in the table that are recognised by status and code. */
export const MARKS: Readonly<Record<string, string>> = {
  "400 UNAUTHORIZED_PRINCIPAL": "p",
  "400 CANNOT_ADMINISTER_CHANNEL": "a",
  "401 INVALID_API_KEY": "k",
  "401 UNAUTHORIZED": "n",
  "401 UNAUTHENTICATED_USER": "s",
  // Webhooks of services have their key in the address.
  "400 REQUEST_VARIABLE_MISSING": "m",
  "400 PUSH_SERVICE_NOT_CONFIGURED": "u",
  "400 NO_ACTIVE_PUSH_DEVICE": "d",
  "400 INVALID_PUSH_DEVICE_TOKEN": "q",
  // The sample has an invented key: with a real one nobody needs a permission.
  "404 BAD_REQUEST": "x",
  // All callers of this test authenticate by API key.
  "403 FRESH_LOGIN_REQUIRED": "f",
  "400 PASSKEY_TIMEOUT": "t",
  "401 SECOND_FACTOR_TIMEOUT": "e",
};
/** The marks of refusals in the table that are recognised by message, since their code is BAD_REQUEST. */
export const REFUSALS: Readonly<Record<string, string>> = {
  "Insufficient permission": "-",
  "Not allowed for guest users": "g",
  "This endpoint does not accept bot requests.": "b",
  "Must be an organization administrator or emoji author": "-",
  "You don't have permission to delete this message": "-",
  "You don't have permission to edit this message": "-",
  "Invalid attachment": "i",
  "Invalid channel ID": "i",
  // All callers of this test authenticate by API key.
  "There is no session to end.": "-",
  // Integrations for which the deployment of the tests has no secrets.
  "BigBlueButton is not configured.": "c",
  "Zoom credentials have not been configured": "c",
  "JWT authentication is not enabled for this organization": "j",
  "No such invitation": "i",
  // Commands are set by a bot for itself.
  "No such bot": "y",
  "This needs a server with a setup token.": "o",
  // Objects on a machine of one's own keep no earlier states.
  "The organization cannot be put back: Error: there is no such bookmark": "r",
};

/**
 * The result of each operation for a caller without credentials, an outsider, a guest, a bot, a member, a moderator, an
 * administrator and an owner, in this order: `+` is a success, and the other marks are those of MARKS and REFUSALS.
 * Objects that belong to a user belong to the member, who also owns the bot.
 */
export const TABLE = `
  GET /attachments                                  n k + + + + + +
  DELETE /attachments/:attachment_id                n k i i + i i i
  DELETE /bot_storage                               n k + + + + + +
  GET /bot_storage                                  n k + + + + + +
  PUT /bot_storage                                  n k + + + + + +
  GET /bots                                         n k + b + + + +
  POST /bots                                        n k - b + + + +
  GET /bots/commands                                n k + + + + + +
  PUT /bots/:bot_id/commands                        n k - b + - + +
  PUT /bots/me/commands                             n k y + y y y y
  DELETE /bots/:bot_id                              n k - b + - + +
  PATCH /bots/:bot_id                               n k - b + - + +
  POST /bots/:bot_id/api_key/regenerate             n k - b + - + +
  GET /bots/:bot_id/deliveries                      n k - b + - + +
  GET /bots/:bot_id/deliveries/:delivery_id         n k - b + - + +
  POST /bots/:bot_id/token/regenerate               n k - b + - + +
  GET /bots/:bot_id/webhook                         n k - b + - + +
  PATCH /bots/:bot_id/webhook                       n k - b + - + +
  POST /bots/:bot_id/webhook/try                    n k - b + - + +
  GET /calls/bigbluebutton/create                   n k c c c c c c
  GET /calls/bigbluebutton/join                     n k c c c c c c
  POST /calls/zoom/create                           n k c c c c c c
  GET /channel_folders                              n k + + + + + +
  PATCH /channel_folders                            n k p p p p + +
  PATCH /channel_folders/:channel_folder_id         n k p p p p + +
  POST /channel_folders/create                      n k p p p p + +
  POST /channels/create                             n k - + + + + +
  GET /confirm_new_email/:key                       x x x x x x x x
  POST /confirm_new_email/:key                      x x x x x x x x
  POST /default_stream_groups/create                n k p p p p + +
  DELETE /default_stream_groups/:group_id           n k p p p p + +
  PATCH /default_stream_groups/:group_id            n k p p p p + +
  PATCH /default_stream_groups/:group_id/streams    n k p p p p + +
  DELETE /default_streams                           n k p p p p + +
  POST /default_streams                             n k p p p p + +
  GET /dev/mail                                     + + + + + + + +
  POST /dev_fetch_api_key                           + + + + + + + +
  GET /drafts                                       n k + + + + + +
  POST /drafts                                      n k + + + + + +
  DELETE /drafts/:draft_id                          n k + + + + + +
  PATCH /drafts/:draft_id                           n k + + + + + +
  DELETE /events                                    n k + + + + + +
  GET /events                                       n k + + + + + +
  GET /events/stream                                n k + + + + + +
  GET /export/realm                                 n k p p p p + +
  POST /export/realm                                n k p p p p + +
  DELETE /export/realm/:export_id                   n k p p p p + +
  GET /export/realm/consents                        n k p p p p + +
  GET /external/:integration                        m k + + + + + +
  POST /external/:integration                       m k + + + + + +
  POST /external/slack                              m k + + + + + +
  POST /external/template                           m k + + + + + +
  POST /fetch_api_key                               + + + + + + + +
  GET /get_stream_id                                n k + + + + + +
  GET /health                                       n k p p p p + +
  GET /integrations                                 n k + + + + + +
  GET /imports                                      n k p p p p p +
  POST /imports                                     n k p p p p p +
  DELETE /imports/:import_id                        n k p p p p p +
  GET /imports/:import_id                           n k p p p p p +
  POST /imports/:import_id/cancel                   n k p p p p p +
  POST /imports/:import_id/check                    n k p p p p p +
  PUT /imports/:import_id/parts/:part               n k p p p p p m
  POST /imports/:import_id/start                    n k p p p p p +
  GET /integrations/:integration/sample             n k + + + + + +
  GET /invites                                      n k g b + + + +
  POST /invites                                     n k g b + + + +
  DELETE /invites/:invite_id                        n k g i + i + +
  POST /invites/:invite_id/resend                   n k g i + i + +
  POST /invites/multiuse                            n k g b - - + +
  DELETE /invites/multiuse/:invite_id               n k g i i i + +
  GET /join/:key                                    + + + + + + + +
  POST /join/:key                                   + + + + + + + +
  POST /join/:key/email                             + + + + + + + +
  POST /jwt/fetch_api_key                           j j j j j j j j
  POST /login                                       + + + + + + + +
  POST /login/passkey                               t t t t t t t t
  POST /login/passkey/begin                         + + + + + + + +
  POST /login/second_factor                         e e e e e e e e
  POST /logout                                      n k - - - - - -
  POST /mark_all_as_read                            n k + + + + + +
  POST /mark_stream_as_read                         n k + + + + + +
  POST /mark_topic_as_read                          n k + + + + + +
  GET /messages                                     s k + + + + + +
  POST /messages                                    n k + + + + + +
  DELETE /messages/:message_id                      n k - - + - + +
  GET /messages/:message_id                         s k + + + + + +
  PATCH /messages/:message_id                       n k - - + - - -
  GET /messages/:message_id/history                 s k + + + + + +
  DELETE /messages/:message_id/reactions            n k + + + + + +
  POST /messages/:message_id/reactions              n k + + + + + +
  GET /messages/:message_id/read_receipts           n k + + + + + +
  POST /messages/:message_id/report                 n k + + + + + +
  POST /messages/:message_id/typing                 n k + + + + + +
  POST /messages/flags                              n k + + + + + +
  POST /messages/flags/narrow                       n k + + + + + +
  GET /messages/matches_narrow                      n k + + + + + +
  POST /messages/render                             n k + + + + + +
  POST /mobile_push/e2ee/test_notification          n k d b d d d d
  POST /mobile_push/register                        n k u b u u u u
  POST /mobile_push/test_notification               n k + b + + + +
  GET /navigation_views                             n k + + + + + +
  POST /navigation_views                            n k + + + + + +
  DELETE /navigation_views/:fragment+               n k + + + + + +
  PATCH /navigation_views/:fragment+                n k + + + + + +
  GET /openapi.json                                 + + + + + + + +
  POST /organizations                               + + + + + + + +
  POST /organizations/check/files                   + + + + + + + +
  POST /organizations/check/identity                + + + + + + + +
  POST /organizations/check/rows                    + + + + + + + +
  POST /organizations/delete                        + + + + + + + +
  POST /organizations/disk_warning                  o o o o o o o o
  POST /organizations/export                        + + + + + + + +
  POST /organizations/export/end                    + + + + + + + +
  POST /organizations/export/state                  + + + + + + + +
  POST /organizations/list                          + + + + + + + +
  POST /organizations/move                          + + + + + + + +
  POST /organizations/put_back                      r r r r r r r r
  POST /organizations/reactivate                    + + + + + + + +
  POST /organizations/repair                        + + + + + + + +
  POST /organizations/repair/end                    + + + + + + + +
  POST /organizations/second_factor/reset           o o o o o o o o
  POST /organizations/password_link                 o o o o o o o o
  POST /organizations/stores                        + + + + + + + +
  POST /password_reset                              + + + + + + + +
  GET /password_reset/:key                          x x x x x x x x
  POST /password_reset/:key                         x x x x x x x x
  PATCH /realm                                      n k p p p p + +
  POST /realm/deactivate                            n k p p p p p +
  GET /realm/domains                                n k + + + + + +
  POST /realm/domains                               n k p p p p p +
  DELETE /realm/domains/:domain                     n k p p p p p +
  PATCH /realm/domains/:domain                      n k p p p p p +
  GET /realm/emoji                                  n k + + + + + +
  DELETE /realm/emoji/:emoji_name                   n k - - + - + +
  POST /realm/emoji/:emoji_name                     n k - + + + + +
  GET /realm/expiring_messages                      n k p p p p p +
  GET /realm/filters                                n k + + + + + +
  POST /realm/filters                               n k p p p p + +
  DELETE /realm/filters/:filter_id                  n k p p p p + +
  PATCH /realm/filters/:filter_id                   n k p p p p + +
  DELETE /realm/icon                                n k p p p p + +
  GET /realm/icon                                   n k + + + + + +
  POST /realm/icon                                  n k p p p p + +
  GET /realm/linkifiers                             n k + + + + + +
  PATCH /realm/linkifiers                           n k p p p p + +
  DELETE /realm/logo                                n k p p p p + +
  GET /realm/logo                                   n k + + + + + +
  POST /realm/logo                                  n k p p p p + +
  POST /realm/playgrounds                           n k p p p p + +
  DELETE /realm/playgrounds/:playground_id          n k p p p p + +
  GET /realm/presence                               n k + + + + + +
  GET /realm/profile_fields                         n k + + + + + +
  PATCH /realm/profile_fields                       n k p p p p + +
  POST /realm/profile_fields                        n k p p p p + +
  DELETE /realm/profile_fields/:field_id            n k p p p p + +
  PATCH /realm/profile_fields/:field_id             n k p p p p + +
  GET /realm/statistics                             n k p p p p + +
  GET /realm/subdomain/:subdomain                   + + + + + + + +
  POST /realm/test_welcome_bot_custom_message       n k p p p p + +
  PATCH /realm/user_settings_defaults               n k p p p p + +
  POST /register                                    s k + + + + + +
  GET /reminders                                    n k + + + + + +
  POST /reminders                                   n k + + + + + +
  DELETE /reminders/:reminder_id                    n k + + + + + +
  GET /saved_snippets                               n k + + + + + +
  POST /saved_snippets                              n k + + + + + +
  DELETE /saved_snippets/:saved_snippet_id          n k + + + + + +
  PATCH /saved_snippets/:saved_snippet_id           n k + + + + + +
  GET /scheduled_messages                           n k + + + + + +
  POST /scheduled_messages                          n k + + + + + +
  DELETE /scheduled_messages/:scheduled_message_id  n k + + + + + +
  PATCH /scheduled_messages/:scheduled_message_id   n k + + + + + +
  GET /server_settings                              + + + + + + + +
  PATCH /settings                                   n k + + + + + +
  PATCH /settings/display                           n k + + + + + +
  PATCH /settings/notifications                     n k + + + + + +
  GET /streams                                      n k + + + + + +
  DELETE /streams/:stream_id                        n k a a a a + +
  GET /streams/:stream_id                           n k + + + + + +
  PATCH /streams/:stream_id                         n k a a a a + +
  POST /streams/:stream_id/delete_topic             n k p p p p + +
  GET /streams/:stream_id/email_address             n k + + + + + +
  DELETE /streams/:stream_id/email_address          n k + + + + + +
  GET /streams/:stream_id/members                   n k + + + + + +
  POST /submessage                                  n k + + + + + +
  POST /typing                                      n k + + + + + +
  GET /user_groups                                  n k + + + + + +
  PATCH /user_groups/:user_group_id                 n k - - + - - +
  POST /user_groups/:user_group_id/deactivate       n k - - + - - +
  GET /user_groups/:user_group_id/members           n k + + + + + +
  POST /user_groups/:user_group_id/members          n k - - + - - +
  GET /user_groups/:user_group_id/members/:user_id  n k + + + + + +
  GET /user_groups/:user_group_id/subgroups         n k + + + + + +
  POST /user_groups/:user_group_id/subgroups        n k - - + - - +
  POST /user_groups/create                          n k g + + + + +
  POST /user_topics                                 n k + + + + + +
  POST /user_uploads                                n k + + + + + +
  GET /user_uploads/:realm_id/:path+                s k + + + + + +
  GET /users                                        s k + + + + + +
  POST /users                                       n k p p p p + +
  GET /users/:email                                 n k + + + + + +
  PATCH /users/:email                               n k p p p p + +
  DELETE /users/:user_id                            n k p p p p + +
  DELETE /users/:user_id/second_factor              n k p p p p f f
  POST /users/:user_id/password_link                n k p p p p f f
  GET /users/:user_id                               n k + + + + + +
  PATCH /users/:user_id                             n k p p p p + +
  POST /users/:user_id/reactivate                   n k p p p p + +
  GET /users/:user_id/status                        n k + + + + + +
  POST /users/:user_id/status                       n k p p p p + +
  GET /users/:user_id/subscriptions/:stream_id      n k + + + + + +
  GET /users/:user_id_or_email/presence             n k + + + + + +
  DELETE /users/me                                  n k + b + + + +
  GET /users/me                                     n k + + + + + +
  GET /users/me/:stream_id/topics                   s k + + + + + +
  DELETE /users/me/alert_words                      n k + + + + + +
  GET /users/me/alert_words                         n k + + + + + +
  POST /users/me/alert_words                        n k + + + + + +
  DELETE /users/me/android_gcm_reg_id               n k + b + + + +
  POST /users/me/android_gcm_reg_id                 n k + b + + + +
  POST /users/me/api_key/regenerate                 n k + b + + + +
  GET /users/me/api_keys                            n k + + + + + +
  DELETE /users/me/api_keys                         n k + b + + + +
  DELETE /users/me/api_keys/:key_id                 n k + + + + + +
  DELETE /users/me/apns_device_token                n k + b + + + +
  POST /users/me/apns_device_token                  n k + b + + + +
  DELETE /users/me/avatar                           n k + + + + + +
  POST /users/me/avatar                             n k + + + + + +
  DELETE /users/me/muted_users/:muted_user_id       n k + + + + + +
  POST /users/me/muted_users/:muted_user_id         n k + + + + + +
  POST /users/me/onboarding_steps                   n k + b + + + +
  GET /users/me/passkeys                            n k + b + + + +
  POST /users/me/passkeys                           n k f b f f f f
  DELETE /users/me/passkeys/:passkey_id             n k f b f f f f
  PATCH /users/me/passkeys/:passkey_id              n k x b x x x x
  POST /users/me/passkeys/begin                     n k f b f f f f
  POST /users/me/presence                           n k + b + + + +
  GET /users/me/external_logins                     n k + b + + + +
  POST /users/me/external_logins                    n k f b f f f f
  DELETE /users/me/external_logins/:login_id        n k f b f f f f
  DELETE /users/me/profile_data                     n k + b + + + +
  PATCH /users/me/profile_data                      n k + b + + + +
  DELETE /users/me/second_factor                    n k f b f f f f
  GET /users/me/second_factor                       n k + b + + + +
  POST /users/me/second_factor                      n k f b f f f f
  POST /users/me/second_factor/confirm              n k f b f f f f
  POST /users/me/second_factor/recovery_codes       n k f b f f f f
  GET /users/me/sessions                            n k + + + + + +
  DELETE /users/me/sessions                         n k + + + + + +
  DELETE /users/me/sessions/:session_id             n k + x + + + +
  POST /users/me/status                             n k + b + + + +
  DELETE /users/me/subscriptions                    n k + + + + + +
  GET /users/me/subscriptions                       n k + + + + + +
  PATCH /users/me/subscriptions                     n k + + + + + +
  POST /users/me/subscriptions                      n k + + + + + +
  PATCH /users/me/subscriptions/:stream_id          n k + + + + + +
  PATCH /users/me/subscriptions/muted_topics        n k + + + + + +
  POST /users/me/subscriptions/properties           n k + + + + + +
  GET /users/me/web_push_devices                    n k + b + + + +
  POST /users/me/web_push_devices                   n k + b + + + +
  DELETE /users/me/web_push_devices/:device_id      n k q b + q q q
  POST /users/me/web_push_devices/test              n k q b q q q q
  POST /zcommand                                    n k + + + + + +
`;
