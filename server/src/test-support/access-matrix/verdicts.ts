import { collectionNames } from '@portal/contract'
import type { CollectionName } from '@portal/contract'
import type { Place, Viewer } from './cast.ts'

/** The tables of domain.md 5 and contract.md 11.3 written down once more by hand. */

/**
 * What a call may come to: `open` is everything that is none of the refusals and no fault; `unknown` is 400
 * for a field there is none of.
 */
export type Verdict = 'unauthenticated' | 'forbidden' | 'not-found' | 'unknown' | 'open'

export interface AccessQuestion {
  viewer: Viewer
  collection: CollectionName
  place: Place
}
export type ExpectVerdict = (asked: AccessQuestion) => Verdict

/** Collections whose lists are closed to a role. */
const closedLists: Readonly<Record<'client' | 'team', readonly CollectionName[]>> = {
  client: ['users', 'orgs', 'tasks'],
  team: ['users', 'orgs'],
}
/** What a role may not make; a body without content is then refused as such. */
const closedCreation: Readonly<Record<'client' | 'team', readonly CollectionName[]>> = {
  client: collectionNames.filter((name) => name !== 'permits' && name !== 'processed'),
  team: ['users', 'orgs', 'alerts', 'notifications'],
}
/** What a client may change at all: an own draft, and whether they have read an own alert. */
const clientChanges: readonly CollectionName[] = ['permits', 'processed', 'alerts']
const isPermit = (collection: CollectionName) => collection === 'permits' || collection === 'processed'

const isStaff = (viewer: Viewer) => viewer === 'team' || viewer === 'admin' || viewer === 'superadmin'
const isAdministrator = (viewer: Viewer) => viewer === 'admin' || viewer === 'superadmin'
export const isClient = (viewer: Viewer): boolean =>
  !isStaff(viewer) && viewer !== 'stranger' && viewer !== 'waiting'
/** Has the client the position, or is it somebody of whom none is asked? */
const isMember = (viewer: Viewer) => viewer !== 'view-only'
const isOrgAdmin = (viewer: Viewer) => viewer === 'client' || viewer === 'newcomer'

function admitted(viewer: Viewer): Verdict | null {
  if (viewer === 'stranger') return 'unauthenticated'
  return viewer === 'waiting' ? 'forbidden' : null
}

/**
 * Is the record the own organization's? Of what moves with its permit a payment stays with whom it was asked
 * of.
 */
function isOwn({ collection, place }: AccessQuestion): boolean {
  return place === 'own' || place === (collection === 'payments' ? 'moved away' : 'moved here')
}

/**
 * Is the row within what the viewer may see? Alerts are each person's own, and those of the sample are the
 * ORG_ADMIN's.
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
  // A client reads their own organization's record, though not the list of them.
  const isOrgOfClient = isClient(asked.viewer) && asked.collection === 'orgs'
  const verdict = isOrgOfClient ? 'open' : listVerdict(asked)
  return verdict === 'open' && !isInScope(asked) ? 'not-found' : verdict
}

/** May the viewer change anything of the collection at all? */
function changesVerdict({ viewer, collection }: AccessQuestion): Verdict | null {
  const refused = admitted(viewer)
  if (refused !== null) return refused
  if (
    isClient(viewer) &&
    (!clientChanges.includes(collection) || (isPermit(collection) && !isMember(viewer)))
  )
    return 'forbidden'
  return viewer === 'team' && (collection === 'notifications' || closedLists.team.includes(collection))
    ? 'forbidden'
    : null
}

export const changeVerdict: ExpectVerdict = (asked) => {
  const verdict = changesVerdict(asked) ?? readVerdict(asked)
  // An own permit that is no draft any more may be seen and not changed.
  return isClient(asked.viewer) && verdict === 'open' && asked.collection !== 'alerts' ? 'forbidden' : verdict
}

/** Several records at once: each row is judged for itself, the collection at once. */
export const changeSeveralVerdict: ExpectVerdict = (asked) => changesVerdict(asked) ?? listVerdict(asked)

export const deleteVerdict: ExpectVerdict = (asked) => {
  if (isAdministrator(asked.viewer)) return readVerdict(asked)
  const verdict = admitted(asked.viewer)
  if (verdict !== null || asked.viewer === 'team') return verdict ?? 'forbidden'
  return isPermit(asked.collection) ? changeVerdict(asked) : 'forbidden'
}

/**
 * Files of a task are asked for whichever of its two views it is in: to a client the task is not there rather
 * than closed.
 */
export const filesVerdict: ExpectVerdict = (asked) =>
  isClient(asked.viewer) && asked.collection === 'tasks' ? 'not-found' : readVerdict(asked)

/** Something is added to what may be read, by everybody but a client who only views. */
const addedBy =
  (read: ExpectVerdict): ExpectVerdict =>
  (asked) =>
    isMember(asked.viewer) ? read(asked) : 'forbidden'
export const noteVerdict: ExpectVerdict = addedBy(readVerdict)
export const uploadVerdict: ExpectVerdict = addedBy(filesVerdict)

export const administratorsVerdict: ExpectVerdict = ({ viewer }) =>
  admitted(viewer) ?? (isAdministrator(viewer) ? 'open' : 'forbidden')

/** The office alone puts payments to fees and takes them off. */
export const moneyVerdict: ExpectVerdict = (asked) =>
  admitted(asked.viewer) ?? (isClient(asked.viewer) ? 'forbidden' : readVerdict(asked))

export const createVerdict: ExpectVerdict = ({ viewer, collection }) => {
  const refused = admitted(viewer)
  if (refused !== null) return refused
  if (isClient(viewer))
    return closedCreation.client.includes(collection) || !isMember(viewer) ? 'forbidden' : 'open'
  return viewer === 'team' && closedCreation.team.includes(collection) ? 'forbidden' : 'open'
}

/** An amendment is a permit that is made: only who may make permits makes it. */
export const followVerdict: ExpectVerdict = (asked) =>
  isClient(asked.viewer) && !isMember(asked.viewer) ? 'forbidden' : readVerdict(asked)

/**
 * A step that is the client's at all, taken by those of them who have the position; the row is looked for
 * first.
 */
const stepBy =
  (may: (viewer: Viewer) => boolean): ExpectVerdict =>
  (asked) => {
    const verdict = readVerdict(asked)
    return verdict === 'open' && isClient(asked.viewer) && !may(asked.viewer) ? 'forbidden' : verdict
  }
export const permitStepVerdict: ExpectVerdict = stepBy(isOrgAdmin)
export const taskStepVerdict: ExpectVerdict = stepBy(isMember)
/** A client's word about a package is nobody's else, not the office's either. */
export const signOffVerdict: ExpectVerdict = (asked) => {
  const verdict = permitStepVerdict(asked)
  return verdict === 'open' && !isClient(asked.viewer) ? 'forbidden' : verdict
}

/** A masked added field is to clients a field there is none of. */
export const maskedVerdict: ExpectVerdict = (asked) => {
  const verdict = listVerdict(asked)
  return verdict === 'open' && isClient(asked.viewer) ? 'unknown' : verdict
}
