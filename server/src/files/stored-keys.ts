/**
 * All keys of the file store that records name, each once and in byte order, with the hash where it is known.
 * Files of builds are not among them: they are stored in the database as well.
 */
export const storedKeysSql = `select key, max(sha256) as sha256 from (
    select store_key as key, sha256 from files where store_key is not null
    union all select store_key, null from mail_attachments
    union all select raw_key, null from mail_messages where raw_key is not null
  ) stored group by key order by key collate "C"`
