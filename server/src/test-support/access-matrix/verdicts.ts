import { collectionNames } from '@portal/contract'
import type { CollectionName } from '@portal/contract'
import type { Place, Viewer } from './cast.ts'

/** The tables of domain.md 5 and contract.md 11.3, written down again by hand. */

/**
 * Result of a call. `open` means that it was neither refused nor a server error; `unknown` is 400 for an
 * unknown field.
 */
export type Verdict = 'unauthenticated' | 'forbidden' | 'not-found' | 'unknown' | 'open'

export interface AccessQuestion {
  viewer: Viewer
  collection: CollectionName
  place: Place
}
export type ExpectVerdict = (asked: AccessQuestion) => Verdict

/** Collections whose lists a role may not read. */
const closedLists: Readonly<Record<'client' | 'team', readonly CollectionName[]>> = {
  client: ['users', 'orgs', 'tasks', 'authorities'],
  team: ['users', 'orgs'],
}
/** Collections in which a role may not create records. For all others, an empty body is refused as such. */
const closedCreation: Readonly<Record<'client' | 'team', readonly CollectionName[]>> = {
  client: collectionNames.filter((name) => name !== 'permits' && name !== 'processed'),
  team: ['users', 'orgs', 'alerts', 'notifications', 'authorities'],
}
/**
 * Collections with records that a client may change: their own drafts, and the read state of their own
 * alerts.
 */
const clientChanges: readonly CollectionName[] = ['permits', 'processed', 'alerts']
const isPermit = (collection: CollectionName) => collection === 'permits' || collection === 'processed'

const isStaff = (viewer: Viewer) => viewer === 'team' || viewer === 'admin' || viewer === 'superadmin'
const isAdministrator = (viewer: Viewer) => viewer === 'admin' || viewer === 'superadmin'
export const isClient = (viewer: Viewer): boolean =>
  !isStaff(viewer) && viewer !== 'stranger' && viewer !== 'waiting'
/** Whether the viewer may act as a member of the organization. True for staff as well. */
const isMember = (viewer: Viewer) => viewer !== 'view-only'
const isOrgAdmin = (viewer: Viewer) => viewer === 'client' || viewer === 'newcomer'

function admitted(viewer: Viewer): Verdict | null {
  if (viewer === 'stranger') return 'unauthenticated'
  return viewer === 'waiting' ? 'forbidden' : null
}

/**
 * Whether the record belongs to the own organization. A payment stays with the organization it was requested
 * from when its permit moves.
 */
function isOwn({ collection, place }: AccessQuestion): boolean {
  return place === 'own' || place === (collection === 'payments' ? 'moved away' : 'moved here')
}

/**
 * Whether the viewer may see the row. Alerts are personal, and those of the sample belong to the ORG_ADMIN.
 */
export function isInScope(asked: AccessQuestion): boolean {
  const { viewer, collection } = asked
  if (collection === 'alerts') return viewer === 'client' && isOwn(asked)
  return isStaff(viewer) || isOwn(asked)
}

export const listVerdict: ExpectVerdict = ({ viewer, collection }) => {
  const refused = admitted(viewer)
  if (refused !== null) return refused
  const closed = isClient(viewer) ? closedLists.client : viewer === 'team' ? closedLists.team : []
  return closed.includes(collection) ? 'forbidden' : 'open'
}

export const readVerdict: ExpectVerdict = (asked) => {
  // A client may read the record of their own organization, but not the list of organizations.
  const isOrgOfClient = isClient(asked.viewer) && asked.collection === 'orgs'
  const verdict = isOrgOfClient ? 'open' : listVerdict(asked)
  return verdict === 'open' && !isInScope(asked) ? 'not-found' : verdict
}

/**
 * The calendar shows the dates of every record that the viewer may open, so a client sees those of their own
 * organization.
 */
export const calendarVerdict: ExpectVerdict = (asked) =>
  isClient(asked.viewer) && asked.collection === 'orgs' ? 'open' : listVerdict(asked)

/** The refusal if the viewer may not change any record of the collection, else null. */
function changesVerdict({ viewer, collection }: AccessQuestion): Verdict | null {
  const refused = admitted(viewer)
  if (refused !== null) return refused
  if (
    isClient(viewer) &&
    (!clientChanges.includes(collection) || (isPermit(collection) && !isMember(viewer)))
  )
    return 'forbidden'
  const isClosed = [...closedLists.team, 'notifications', 'authorities'].includes(collection)
  return viewer === 'team' && isClosed ? 'forbidden' : null
}

export const changeVerdict: ExpectVerdict = (asked) => {
  const verdict = changesVerdict(asked) ?? readVerdict(asked)
  // A client may see but not change their own permit once it is not a draft.
  return isClient(asked.viewer) && verdict === 'open' && asked.collection !== 'alerts' ? 'forbidden' : verdict
}

/** A bulk change is authorized for the collection as a whole, and for each row separately. */
export const changeSeveralVerdict: ExpectVerdict = (asked) => changesVerdict(asked) ?? listVerdict(asked)

export const deleteVerdict: ExpectVerdict = (asked) => {
  if (isAdministrator(asked.viewer)) return readVerdict(asked)
  const verdict = admitted(asked.viewer)
  if (verdict !== null || asked.viewer === 'team') return verdict ?? 'forbidden'
  return isPermit(asked.collection) ? changeVerdict(asked) : 'forbidden'
}

/**
 * Files of a task do not depend on the collection in which it is listed. For a client, an internal task does
 * not exist, so it is 404 and not 403.
 */
export const filesVerdict: ExpectVerdict = (asked) =>
  isClient(asked.viewer) && asked.collection === 'tasks' ? 'not-found' : readVerdict(asked)

/** Everyone who may read the record may add to it, except a client who may only view. */
const addedBy =
  (read: ExpectVerdict): ExpectVerdict =>
  (asked) =>
    isMember(asked.viewer) ? read(asked) : 'forbidden'
export const noteVerdict: ExpectVerdict = addedBy(readVerdict)
export const uploadVerdict: ExpectVerdict = addedBy(filesVerdict)

export const administratorsVerdict: ExpectVerdict = ({ viewer }) =>
  admitted(viewer) ?? (isAdministrator(viewer) ? 'open' : 'forbidden')

/** Only staff allocate payments to fees. */
export const moneyVerdict: ExpectVerdict = (asked) =>
  admitted(asked.viewer) ?? (isClient(asked.viewer) ? 'forbidden' : readVerdict(asked))

export const createVerdict: ExpectVerdict = ({ viewer, collection }) => {
  const refused = admitted(viewer)
  if (refused !== null) return refused
  if (isClient(viewer))
    return closedCreation.client.includes(collection) || !isMember(viewer) ? 'forbidden' : 'open'
  return viewer === 'team' && closedCreation.team.includes(collection) ? 'forbidden' : 'open'
}

/** An amendment creates a permit, so it needs the right to create permits. */
export const followVerdict: ExpectVerdict = (asked) =>
  isClient(asked.viewer) && !isMember(asked.viewer) ? 'forbidden' : readVerdict(asked)

/** A transition that clients may make if their position allows it. The row is looked up first. */
const stepBy =
  (may: (viewer: Viewer) => boolean): ExpectVerdict =>
  (asked) => {
    const verdict = readVerdict(asked)
    return verdict === 'open' && isClient(asked.viewer) && !may(asked.viewer) ? 'forbidden' : verdict
  }
export const permitStepVerdict: ExpectVerdict = stepBy(isOrgAdmin)
export const taskStepVerdict: ExpectVerdict = stepBy(isMember)
/** Only a client may sign off a package. Staff may not. */
export const signOffVerdict: ExpectVerdict = (asked) => {
  const verdict = permitStepVerdict(asked)
  return verdict === 'open' && !isClient(asked.viewer) ? 'forbidden' : verdict
}

/** For clients, a masked added field does not exist. */
export const maskedVerdict: ExpectVerdict = (asked) => {
  const verdict = listVerdict(asked)
  return verdict === 'open' && isClient(asked.viewer) ? 'unknown' : verdict
}
