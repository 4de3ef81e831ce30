import { addToastAtom, crud, isProblem } from '@portal/shared-ui'
import type { Shape } from '@portal/shared-ui'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@portal/shared-ui/query'
import { useSetAtom } from '@portal/shared-ui/state'
import { useState } from 'react'
import type { DraftEditing } from './DraftFooter.tsx'

type ChangeKind = 'saved' | 'discarded' | 'published' | 'reverted'

interface Change {
  method: 'PATCH' | 'POST'
  /** The rest of the address: none for the draft itself. */
  below: '' | `/${string}`
  version: number
  body: object
  /** What the toast says afterwards. */
  said: string
}

export interface DraftOptions<Settings, Content> {
  /** Of `/crud`, and the first part of the query's key. */
  path: string
  schema: Shape<Settings>
  /** Read again when this changes. */
  revision?: unknown
  /** The draft, else what is in force. */
  contentOf: (settings: Settings) => Content
  /** The body that discards the draft. */
  empty: object
  t: (key: ChangeKind | 'conflict' | 'notDiscarded') => string
}

/**
 * A draft that several people may edit, with the working copy of this page. `failure` is that of saving it.
 * What dialogs ask for (publish, post, revert) rejects with the sentence that says why it was refused. Each
 * dialog sends it by a mutation of its own, so that its failure ends with the dialog.
 */
export interface Draft<Settings, Content> extends Pick<
  DraftEditing,
  'isBusy' | 'failure' | 'isConflict' | 'save' | 'forget' | 'overwriteRemote'
> {
  settings: Settings
  /** What is shown: the working copy, else the draft, else what is in force. */
  content: Content
  /** The same without the working copy. */
  base: Content
  /** Is there a working copy? */
  isEdited: boolean
  replace: (content: Content) => void
  discardDraft: () => void
  publish: (note: string) => Promise<void>
  /** Another call that changes what is published, with what the toast says afterwards. */
  post: (below: `/${string}`, body: object, said: string) => Promise<void>
  /** Publishes an earlier version again. */
  revert: (to: number, note: string, more?: object) => Promise<void>
}

/**
 * What is edited as a draft, and published later. Changes by others show immediately while nothing is edited
 * here, and never affect a working copy. Null while it is loaded.
 */
export function useDraft<Settings extends { version: number }, Content extends object>({
  path,
  schema,
  revision,
  contentOf,
  empty,
  t,
}: DraftOptions<Settings, Content>): {
  draft: Draft<Settings, Content> | null
  error: Error | null
  retry: () => void
} {
  const client = useQueryClient()
  const toast = useSetAtom(addToastAtom)
  const [working, setWorking] = useState<{ version: number; content: Content } | null>(null)
  const settingsKey = [path, 'settings']
  const query = useQuery({
    queryKey: [...settingsKey, revision],
    queryFn: ({ signal }) => crud({ apiPath: `/${path}`, method: 'GET' }, schema, { signal }),
    placeholderData: keepPreviousData,
  })
  const send = async ({ method, below, version, body, said }: Change): Promise<void> => {
    const call = { apiPath: `/${path}${below}`, method, body: { version, ...body } }
    const settings = await crud(call, schema).catch(async (error: unknown) => {
      if (!isProblem(error, 'version-conflict')) throw error
      await client.invalidateQueries({ queryKey: settingsKey })
      throw new Error(t('conflict'), { cause: error })
    })
    client.setQueriesData({ queryKey: settingsKey }, settings)
    forget()
    toast({ title: said })
  }
  const saving = useMutation({ mutationFn: send })
  const discarding = useMutation({
    mutationFn: send,
    onError: ({ message }) => toast({ title: t('notDiscarded'), description: message, colour: 'red' }),
  })
  const forget = () => {
    setWorking(null)
    saving.reset()
  }

  const settings = query.data
  const retry = () => void query.refetch()
  if (settings === undefined) return { draft: null, error: query.error, retry }
  const { version } = settings
  const base = contentOf(settings)
  const shown = working ?? { version, content: base }
  const draftChange = (kind: 'saved' | 'discarded', body: object, from = version): Change => ({
    method: 'PATCH',
    below: '',
    version: from,
    body,
    said: t(kind),
  })
  const post = (below: `/${string}`, body: object, said: string) =>
    send({ method: 'POST', below, version, body, said })
  return {
    draft: {
      settings,
      content: shown.content,
      base,
      isEdited: working !== null,
      isBusy: saving.isPending || discarding.isPending,
      failure: saving.error?.message ?? null,
      isConflict: isProblem(saving.error?.cause, 'version-conflict'),
      replace: (content) => setWorking({ version: shown.version, content }),
      save: () => saving.mutate(draftChange('saved', shown.content, shown.version)),
      forget,
      discardDraft: () => discarding.mutate(draftChange('discarded', empty)),
      publish: (note) => post('/publish', { note }, t('published')),
      post,
      revert: (to, note, more = {}) => post('/revert', { to, note, ...more }, t('reverted')),
      overwriteRemote: () => saving.mutate(draftChange('saved', shown.content)),
    },
    error: null,
    retry,
  }
}
