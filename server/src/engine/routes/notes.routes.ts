import { createNote, deleteNote, listNotes, patchNote } from '../history/notes.ts'
import { listHistory } from '../history/history.ts'
import { ok, onCollection } from './record-route.ts'
import type { RecordRoute } from './record-route.ts'

/** Notes and history of a record. */
export const noteCalls: readonly RecordRoute[] = [
  onCollection('GET', ['{pid}', 'history'], async ({ deps, actor, call }, declaration, pid) =>
    ok(await listHistory(deps, actor, declaration, pid, call.query)),
  ),
  onCollection('GET', ['{pid}', 'notes'], async ({ deps, actor }, declaration, pid) =>
    ok(await listNotes(deps, actor, declaration, pid)),
  ),
  onCollection('POST', ['{pid}', 'notes'], async ({ deps, actor, call }, declaration, pid) => ({
    status: 201,
    json: await createNote(deps, actor, declaration, pid, call.body),
  })),
  onCollection(
    'PATCH',
    ['{pid}', 'notes', '{notePid}'],
    async ({ deps, actor, call, names }, declaration, pid) =>
      ok(await patchNote(deps, actor, declaration, pid, names[2] ?? '', call.body)),
  ),
  onCollection('DELETE', ['{pid}', 'notes', '{notePid}'], async ({ deps, actor, names }, declaration, pid) =>
    ok(await deleteNote(deps, actor, declaration, pid, names[2] ?? '')),
  ),
]
