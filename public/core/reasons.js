// @ts-check
// The closed sets of the interface that have sentences in the locales.

export const REASONS = /** @type {const} */ ([
    'username_taken', 'display_name_taken', 'email_taken', 'username_invalid', 'email_invalid', 'password_too_short', 'password_too_long',
    'password_common', 'password_contains_username', 'wrong_credentials', 'wrong_password', 'throttled', 'link_expired',
    'setup_done', 'last_admin', 'cross_site', 'scan_running', 'library_awaits_music', 'library_overlaps', 'library_unreadable', 'picture_too_large', 'too_many_pictures',
    'picture_type', 'unknown_field', 'malformed_json', 'queue_changed', 'file_missing',
    'confirmation_required', 'session_required', 'edited_since', 'submission_edited', 'share_too_long', 'file_unreadable', 'file_changed', 'file_changing', 'album_too_large',
    'cover_too_large', 'too_many_keys', 'admin_scope', 'scope_missing', 'email_changed_often', 'already_posted', 'day_closed', 'post_hidden', 'track_not_found',
    'sharing_off', 'too_many_shares',
    'folder_exists', 'folder_not_found', 'too_many_folders', 'shelf_full', 'already_on_shelf', 'already_linked', 'library_item', 'album_not_found',
    'already_wished', 'not_your_wish', 'own_wish', 'too_many_wishes', 'choice_missing', 'duration_invalid',
    'playlist_changed', 'entry_gone', 'playlist_full', 'too_many_playlists', 'not_your_playlist', 'playlist_damaged',
    'file_too_large', 'quota_exceeded', 'quarantine_full', 'too_many_uploads', 'upload_busy', 'upload_complete', 'offset_mismatch',
    'submission_draft', 'submission_pending', 'submission_approved', 'submission_rejected', 'submission_withdrawn', 'not_your_submission',
    'library_not_found', 'wish_not_found', 'reason_missing', 'number_invalid',
    'wrong_code', 'code_required', 'step_expired', 'two_factor_required', 'two_factor_enabled', 'two_factor_absent', 'backup_running', 'backup_damaged', 'keys_missing', 'clock_steady', 'mail_absent', 'email_missing',
    'plan_streams', 'plan_transfer', 'plan_exists', 'default_plan', 'registration_closed', 'too_many_open', 'request_answered',
    'already_reported', 'own_report', 'report_closed', 'too_many_reports', 'withdrawal_ended',
    'import_busy', 'import_unreadable', 'import_too_large',
]);

export const CODES = /** @type {const} */ ([
    'invalid', 'unauthenticated', 'forbidden', 'notFound', 'methodNotAllowed', 'notAcceptable', 'conflict', 'preconditionFailed',
    'tooLarge', 'unsupportedMediaType', 'rangeNotSatisfiable', 'misdirected', 'rateLimited', 'internal', 'unavailable',
    'storageFull', 'network',
]);

/** Why a file could not be read. */
export const PROBLEM_REASONS = /** @type {const} */ ([
    'empty', 'truncated', 'corrupt', 'unreadable', 'unsupported', 'tooLarge', 'timeout', 'crashed', 'outsideLibrary', 'noAudio',
    'picture',
]);

/** The steps of a scan, in their order. */
export const STEPS = /** @type {const} */ (['discover', 'readTags', 'match', 'artwork', 'prune', 'index']);

export const ROLES = /** @type {const} */ (['listener', 'contributor', 'moderator', 'admin']);
