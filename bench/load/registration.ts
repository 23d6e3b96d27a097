/** The parameters with which current clients register. */
export const registration = {
  apply_markdown: true,
  client_gravatar: true,
  slim_presence: true,
  include_subscribers: "partial",
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    linkifier_url_template: true,
    user_list_incomplete: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
  },
};
