import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { findField } from '@portal/contract'
import type { Actor, AnyRecord, Declaration } from '@portal/contract'
import { crud } from '../../api/api.ts'
import { ApiProblem, isProblem } from '../../api/api-problem.ts'
import { configurationAtom, currencyAtom } from '../../portal/configuration.ts'
import { useShell } from '../../portal/shell-api.ts'
import { valueIn } from '../added-fields.ts'
import { isRecord, recordShape } from '../record-shape.ts'
import { fillingsFor } from './callbacks.ts'
import { draftKey, parseDraft, without } from './draft.ts'
import type { Draft, FormValues } from './draft.ts'
import { sameForm, toForm } from './form-values.ts'
import type { FormValue } from './form-values.ts'
import { useSessionStorage } from './session-storage.ts'
import { whyReadOnly } from './may-write.ts'
import { bodyOf, labelOf, problemsOf, refusedFields, sentenceOf } from './problems.ts'
import type { FieldProblems } from './problems.ts'
import { updateRecordInCache } from './update-record-in-cache.ts'
import { t } from './texts.ts'

export interface SaveFailure {
  sentence: string
  /** The call got no response, so a retry may succeed. */
  isUnreachable: boolean
}

/** Two versions of a record, and the user's changes to the older one. */
export interface Conflict {
  base: AnyRecord
  current: AnyRecord
  values: FormValues
}

export interface RecordForm {
  actor: Actor
  /** Why nothing can be changed; empty if no explanation is needed, null if it can be changed. */
  readOnly: string | null
  /** Names of the fields that differ from the record. */
  changed: readonly string[]
  valueOf: (name: string) => FormValue
  isChanged: (name: string) => boolean
  set: (name: string, value: FormValue) => void
  /**
   * Sets a value chosen by the user and fills the fields that the configuration copies from a linked record.
   */
  choose: (name: string, value: FormValue) => void
  problems: FieldProblems
  /** True after an attempt to save, so that the errors are summarized. */
  wasTried: boolean
  failure: SaveFailure | null
  conflict: Conflict | null
  isSaving: boolean
  /**
   * The confirmation to show before saving, for a field whose change has further effects. Null if none is
   * needed.
   */
  question: { label: string; text: string } | null
  /** Saves, or asks for confirmation first. */
  save: () => void
  agree: () => void
  disagree: () => void
  discard: () => void
  /** Resolves a conflict: keeps my values of these fields and saves them over the current record. */
  settle: (mine: readonly string[]) => void
  postpone: () => void
}

export interface RecordFormOptions {
  /** Storage key of the unsaved input. Only one form may use it at a time. */
  storageKey?: string
  /** Called after the input has been saved. */
  onSaved?: () => void
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

function questionOf(declaration: Declaration, names: readonly string[]): RecordForm['question'] {
  const label = names.map((name) => labelOf(declaration, name)).join(', ')
  return { label, text: names.map((name) => findField(declaration, name)?.changeWarning ?? '').join(' ') }
}

/**
 * State of the form of one record. Input survives crashes, is validated with the server's schema, and is
 * saved with the record version it is based on.
 */
export function useRecordForm(
  declaration: Declaration,
  record: AnyRecord,
  actor: Actor,
  { storageKey = draftKey(declaration.name, record.pid), onSaved }: RecordFormOptions = {},
): RecordForm {
  const shell = useShell()
  const queryClient = useQueryClient()
  const currency = useAtomValue(currencyAtom)
  const callbacks = useAtomValue(configurationAtom)?.callbacks[declaration.name] ?? []
  const [draft, changeDraft] = useSessionStorage(storageKey, parseDraft)
  const [refused, setRefused] = useState<FieldProblems>({})
  const [wasTried, setTried] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [isAsking, setAsking] = useState(false)

  const values = draft?.values ?? {}
  const changed = Object.keys(values)
  const required = changed.filter((name) => findField(declaration, name)?.required === true)
  const warned = changed.filter(
    (name) =>
      findField(declaration, name)?.changeWarning !== undefined &&
      !isEmpty(valueIn(draft?.base ?? record, name)),
  )
  const problems =
    changed.length === 0 ? {} : { ...refused, ...problemsOf(declaration, actor, values, currency, required) }

  const startOf = (base: AnyRecord, name: string): FormValue => {
    const declared = findField(declaration, name)
    return declared === undefined ? '' : toForm(declared, valueIn(base, name), currency)
  }
  const reset = () => {
    setRefused({})
    setTried(false)
    setFailure(null)
    setConflict(null)
    setAsking(false)
  }
  const set = (name: string, value: FormValue) => {
    setRefused((known) => without(known, name))
    changeDraft((before) => {
      const base = before?.base ?? record
      const others = without(before?.values ?? {}, name)
      const next = sameForm(value, startOf(base, name)) ? others : { ...others, [name]: value }
      return Object.keys(next).length === 0 ? null : { base, values: next }
    })
  }
  const fill = async (name: string, value: FormValue) => {
    for (const filling of await fillingsFor(queryClient, declaration, callbacks, name, value, currency)) {
      if (filling.value !== undefined) set(filling.name, filling.value)
      else
        shell.toast({
          title: t('callbackFailed', { label: labelOf(declaration, filling.name) }),
          colour: 'red',
        })
    }
  }

  const saving = useMutation({
    mutationFn: ({ base, values: mine }: Draft) =>
      crud(
        {
          apiPath: `/${declaration.name}/${encodeURIComponent(record.pid)}`,
          method: 'PATCH',
          body: { ...bodyOf(declaration, mine, currency), version: base.version },
        },
        recordShape,
      ),
    onSuccess: (saved) => {
      updateRecordInCache(queryClient, declaration, saved)
      changeDraft(() => null)
      reset()
      shell.toast({ title: t('recordUpdated') })
      onSaved?.()
    },
    onError: (error, sent) => {
      const current = isProblem(error, 'version-conflict') ? error.problem.current : undefined
      if (isRecord(current)) {
        updateRecordInCache(queryClient, declaration, current)
        setConflict({ ...sent, current })
        return
      }
      setRefused(refusedFields(declaration, error))
      setFailure({
        sentence: sentenceOf(error),
        isUnreachable: error instanceof ApiProblem && error.status === 0,
      })
      shell.toast({ title: t('updateFailed'), description: sentenceOf(error), colour: 'red' })
    },
  })
  const send = (sent: Draft) => {
    setFailure(null)
    setConflict(null)
    saving.mutate(sent)
  }

  return {
    actor,
    readOnly: whyReadOnly(declaration, record, actor),
    changed,
    // Null is a value too: an emptied reference.
    valueOf: (name) => (values[name] === undefined ? startOf(record, name) : values[name]),
    isChanged: (name) => Object.hasOwn(values, name),
    set,
    choose: (name, value) => {
      set(name, value)
      void fill(name, value)
    },
    problems,
    wasTried,
    failure,
    conflict,
    isSaving: saving.isPending,
    question: isAsking && warned.length > 0 ? questionOf(declaration, warned) : null,
    save: () => {
      if (draft === null || saving.isPending) return
      setTried(true)
      if (Object.keys(problemsOf(declaration, actor, values, currency, required)).length > 0) return
      if (warned.length > 0) setAsking(true)
      else send(draft)
    },
    agree: () => {
      setAsking(false)
      if (draft !== null) send(draft)
    },
    disagree: () => setAsking(false),
    discard: () => {
      changeDraft(() => null)
      reset()
    },
    settle: (mine) => {
      if (conflict === null) return
      const kept = Object.fromEntries(Object.entries(conflict.values).filter(([name]) => mine.includes(name)))
      const rebased = Object.keys(kept).length === 0 ? null : { base: conflict.current, values: kept }
      changeDraft(() => rebased)
      if (rebased !== null) {
        send(rebased)
        return
      }
      reset()
      onSaved?.()
    },
    postpone: () => setConflict(null),
  }
}
