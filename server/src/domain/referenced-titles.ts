/** SQL of the name of the client of a row `t`, as part of its search text. */
export const organizationText = 'select r.legal_name from orgs r where r.pid = t.org'

const permitText =
  "select concat_ws(' ', r.ref_no, r.title, r.authority_number) from permits r where r.pid = t.permit"

/**
 * SQL of number and title of the permit of a row `t`, as part of its search text. A permit that now belongs to
 * another client is left out, since a search would reveal its title; `unless` names rows for which this does
 * not matter.
 */
export const permitTextOf = (unless?: string): string =>
  unless === undefined
    ? `${permitText} and r.org is not distinct from t.org`
    : `${permitText} and (${unless} or r.org is not distinct from t.org)`

/** SQL of the title of the permit of a row `t`, if the permit still belongs to the same client. */
export const permitTitle =
  "(select nullif(r.title, '') from permits r where r.pid = t.permit and r.org is not distinct from t.org)"
