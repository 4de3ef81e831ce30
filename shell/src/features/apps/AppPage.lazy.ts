import { lazyComponent } from '../../frame/lazy-component.tsx'

/** The page of a third-party app. */
export const { Part: AppPage } = lazyComponent(() => import(/* webpackChunkName: "apps" */ './AppPage.tsx'))
