/** Rows of a staff member's list of permits in progress, as hand-written SQL. */
const living = "t.bucket = 'processing' and t.status <> 'DRAFT' and t.deleted_at is null"
/** The same for processed permits. There are more of them, so the deep pages are measured here. */
const finished = living.replace("'processing'", "'processed'")
const named = (table: string, column: string, title: string) =>
  `(select json_build_object('pid', r.pid, 'title', r.${title}) from ${table} r where r.pid = t.${column})`
const line = `row_to_json(x)::text as line`
const permit = (column: string) =>
  `(select json_build_object('pid', r.pid, 'title', coalesce(nullif(r.title, ''), r.ref_no)) from permits r where r.pid = t.${column} and r.status <> 'DRAFT')`
const instant = (column: string) => `to_char(t.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** Every field in the format of the portal, so that both sides return the same data. */
const record = `t.pid, t.version, t.ref_no as "refNo", t.title, ${named('orgs', 'org', 'legal_name')} as org, t.permit_type as "permitType", t.status,
  t.pipeline_stage as "pipelineStage", ${named('authorities', 'authority_pid', 'name')} as authority, ${named('users', 'assigned_to', 'name')} as "assignedTo", ${named('users', 'assigned_for', 'name')} as "assignedFor", t.priority, t.target_date as "targetDate",
  t.submitted_date as "submittedDate", t.payment_status as "paymentStatus", t.authority_number as "authorityNumber", t.site_address as "siteAddress",
  t.parcel_no as "parcelNo", t.city, t.region, t.postal_code as "postalCode", t.lat, t.lng, t.description, t.valuation,
  t.received_date as "receivedDate", t.accepted_date as "acceptedDate", t.approved_date as "approvedDate", t.issued_date as "issuedDate",
  t.expiry_date as "expiryDate", t.closed_date as "closedDate", t.expiry_date - current_date as "daysToExpiry",
  ${instant('status_changed_at')} as "statusChangedAt", ${instant('status_verified_at')} as "statusVerifiedAt", t.hold_reason as "holdReason", t.court,
  t.bucket, t.outcome, t.our_seconds as "ourSeconds", t.client_seconds as "clientSeconds", t.authority_seconds as "authoritySeconds",
  ${instant('clock_started_at')} as "clockStartedAt", t.cycle_no as "cycleNo", ${permit('parent')} as "parent", ${permit('original')} as "original",
  ${permit('previous_revision')} as "previousRevision", t.revision, ${permit('renewal_of')} as "renewalOf", t.fee_total as "feeTotal",
  t.paid_total as "paidTotal", t.balance, t.origin, t.collaborators, t.tags, t.attributes, t.refunded_total as "refundedTotal", t.requirements_number as "requirementsNumber", ${instant('created_at')} as "createdAt",
  ${named('users', 'created_by', 'name')} as "createdBy", ${instant('updated_at')} as "updatedAt",
  ${named('users', 'updated_by', 'name')} as "updatedBy", t.custom`
const page = (order: string, offset: string) =>
  `select ${line} from (select ${record} from (select * from permits t where ${living} order by ${order} limit 50 offset ${offset}) t) x`
const deferred = (order: string) =>
  `select ${line} from (select ${record} from (select t.seq from permits t where ${finished} order by ${order} limit 50 offset $1::bigint) k
    join permits t using (seq) order by ${order}) x`

/**
 * Plain SQL by the path of the baseline server; the values of `$1` and following come from the request body.
 */
export const statements: Readonly<Record<string, string | undefined>> = {
  page: page('t.created_at desc, t.seq desc', '0'),
  deepTitle: deferred('text_order(t.title) collate "C", t.seq'),
  deepDue: deferred('t.target_date, t.seq'),
  count: `select json_build_object('count', count(*))::text as line from permits t where ${living} and t.city = $1`,
  search: `with found as (select t.* from permits_text x join permits t using (seq) where x.t like '%' || $1 || '%' and ${living})
    select json_build_object('count', (select count(*) from found), 'rows', (select json_agg(y) from (select ${record} from found t order by t.created_at desc limit 50) y))::text as line`,
  values: `select ${line} from (select t.city as value, count(*) from permits t where ${living} group by 1 order by 2 desc limit 200) x`,
  groups: `select ${line} from (select t.status, count(*) from permits t where ${living} group by 1) x`,
  get: `select ${line} from (select ${record} from permits t where t.pid = $1) x`,
  // The history stores the previous value, so the row is read and locked before it is written.
  patch: `with stood as materialized (select t.seq, t.region from permits t where t.pid = $1 for update),
    saved as (update permits t set region = $2, version = version + 1, updated_at = now() from stood where t.seq = stood.seq returning t.*),
    told as (insert into record_history (at, collection, pid, action, version, actor, changes)
      select now(), 'permits', s.pid, 'update', s.version, s.updated_by, jsonb_build_array(jsonb_build_object('field', 'region', 'from', stood.region, 'to', $2::text))
      from saved s, stood)
    select ${line} from (select ${record} from saved t) x`,
}
