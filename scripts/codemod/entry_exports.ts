const listed: Readonly<Record<string, string>> = {
  ".": `
    AbortOptimistic AbstractInstanceType ActionTypes AddEndpoint All Client
    ClientOptions Clock Collection CollectionOptions ConnectionListener
    ContentType Controller ControllerOptions CustomResource DataReport
    DefaultConnectionListener Defaults Denormalize DenormalizeNullable
    DependencyError DevToolsManager Dispatch DisposedError Endpoint
    EndpointExtraOptions EndpointInstance EndpointInterface EndpointOptions
    Entity EntityFields EntityInterface EntityMixin EntityOptions ErrorPolicy
    ErrorTypes ExpiryStatus ExtendableEndpoint ExtendedResource FetchAction
    FetchFunction FetchGet FetchMutate GCPolicy GetEndpoint HookResource
    HookableEndpointInterface INVALID IRestEndpoint IdlingNetworkManager
    ImmortalGCPolicy Invalidate InvalidateAction KeyofEndpoint
    KeyofRestEndpoint KeysToArgs Lazy LogoutManager Manager Mergeable
    Middleware MiddlewareAPI MutateEndpoint NetworkError NetworkErrorOptions
    NetworkManager NetworkManagerOptions Normalize NormalizeNullable
    OptimisticAction OptionsToFunction PaginationEndpoint
    PaginationFieldEndpoint PathArgs PathArgsAndSearch PathKeys
    PollingSubscription ProcessingError Query Queryable QueueFullError
    ResetAction ResetError ResolveType Resource ResourceEndpointExtensions
    ResourceExtension ResourceGenerics ResourceInterface ResourceOptions
    RestEndpoint RestEndpointConstructorOptions RestEndpointInstance
    RestEndpointOptions RestFetch RestGenerics RestInstance RestInstanceBase
    RestType RetryOption Scalar Schema SchemaArgs SchemaClass SchemaError
    SchemaSimple SchemaValidationError SerializedState SetAction
    SetResponseAction ShortenPath Snapshot SnapshotInterface StandardSchema
    State SubscribeAction SubscribeOptions SubscriptionManager TimeoutError
    Union UnknownError UnsubscribeAction Values VisibilityListener actionTypes
    createClient createResource deserialize filenameFromContentDisposition
    getDefaultManagers getUrlBase getUrlTokens hookifyResource initManager
    initialState isEntity isTemporaryPk load resource schema serialize unshift
    validateRequired
  `,
  "./schema": `
    AbstractInstanceType All AllAttribute AllDefinition ArraySchema
    AssignTypes AutomaticValidation BaseClass BaseWithId BaseWithPk CellMarker
    ChangeArgs ChangeTypes ChangedCollection ChoiceArgs ChoiceAttribute
    ChoiceOf ChoiceReference Collection CollectionChange CollectionFilter
    CollectionOptions CollectionSchema DataReport DefaultArgs Denormalize
    DenormalizeNullable DenormalizeResult Entity EntityFields EntityInterface
    EntityMap EntityMeta EntityMixin EntityOptions EntityPath EntityPk
    EntityReader EntityRow EntitySlot EntityStatics EntityTableView
    EntityValue EntityWriter FieldName IDenormalizeDelegate IEntityClass
    IEntityInstance INVALID INormalizeDelegate IQueryDelegate Invalidate
    IsList IsMap ItemAttribute ItemOf JoinedArgs KeyLineage Lazy LazyArgs
    LazyQuery ListPage MappingOf MemberMerge MemberOf MembershipChange
    MemoCache MergeHooks Mergeable MergedVersions MixedEntity
    NonFilterArgumentKeys Normalize NormalizeNullable NormalizedField
    NormalizedItem NormalizedResponse ObjectArgs ObjectDefinition ObjectSchema
    Placeholder PlainEntities PlainState PlainStoreParts PlainTable
    PolymorphicInterface PolymorphicReference PolymorphicSchema Query
    QueryArgs Queryable QueryableObject QueryableSchema RawValue
    RecurseQueryKey RemoveCursor Reporter RequiredPkOptions Scalar
    ScalarOptions Schema SchemaArgs SchemaAttribute SchemaClass SchemaError
    SchemaFunction SchemaSimple SchemaTypes SchemaValidationError Serializable
    StandardIssue StandardResult StandardSchema Union Values denormalize
    isEntity isInvalid isTemporaryPk normalize schema unshift validateQueryKey
    validateRequired
  `,
  "./endpoint": `
    AddEndpoint AnyForm AnyString ContentType CustomResource Defaults Derived
    Endpoint EndpointConstructor EndpointExtraOptions EndpointInstance
    EndpointInterface EndpointOptions EndpointSchema ErrorPolicy ErrorTypes
    ExtendEndpoint ExtendResource ExtendRest ExtendableEndpoint
    ExtendedResource FetchFunction FetchGet FetchMutate GetEndpoint
    HookResource HookThis HookableEndpointInterface IRestEndpoint ItemSchema
    JsonOrNoSchema KeyofEndpoint KeyofRestEndpoint KeysToArgs MutateEndpoint
    NetworkError NetworkErrorOptions OptionsToFunction Paginated
    PaginationEndpoint PaginationFieldEndpoint PathArgs PathArgsAndSearch
    PathKeys PathParameters ResolveType Resource ResourceDefinition
    ResourceEndpoint ResourceEndpointExtensions ResourceExtension
    ResourceGenerics ResourceInterface ResourceOptions ResourceShape
    RestEndpoint RestEndpointConstructor RestEndpointConstructorOptions
    RestEndpointInstance RestEndpointOptions RestFetch RestGenerics
    RestInstance RestInstanceBase RestType Several ShortenPath
    SnapshotInterface StoredArgs StoredEndpoint StoredValue UnknownError
    createResource filenameFromContentDisposition getUrlBase getUrlTokens
    hookifyResource resource
  `,
  "./controller": `
    AbortAction AbortOptimistic ActionArgs ActionCreators ActionMeta
    ActionTypeConstants ActionTypes ArgsThen AsyncDisposal Client
    ClientOptions ClientReading Clock CollectableMeta CommitNotice
    ConnectionListener Controller ControllerConstructor ControllerMethods
    ControllerOptions CountRefTarget DataStore DataStoreOptions
    DefaultConnectionListener DefaultManagersOptions Dependencies
    DependencyError DevToolsConfig DevToolsConnection DevToolsExtension
    DevToolsManager DevToolsMessage DevToolsRecord DevToolsStep Dispatch
    Disposal DisposedError EndpointAction EndpointRecord EntityPath
    EntityRecord Environment EnvironmentOptions ExpireAllAction ExpiryLengths
    ExpiryStatus FetchAction FetchOutcome FetchValue GCAction GCInterface
    GCOptions GCPolicy IdlingNetworkManager IdlingNetworkManagerOptions
    IfNullable ImmortalGCPolicy Interactions InvalidateAction
    InvalidateAllAction KeyTest LogoutManager LogoutOptions Manager
    ManagerRole ManagerWithRole MergeAction Middleware MiddlewareAPI
    NetworkManager NetworkManagerOptions NullableArgs ObservedResponse
    OptimisticAction PollingSubscription ProcessingError QueryReading
    QueryState QueueFullError RawResponse ReadContext ReadEndpoint
    ReadableEndpoint ReaderEntry Reducer ReduxMiddleware RequestLimits
    ResetAction ResetError ResolveType ResponseListener ResponseMeta
    ResponseReading RetriedRequest RetryDelayOption RetryOption RetryTiming
    RunningRequest RunningSubscription SerializedState SetAction SetArgs
    SetResponseAction SetRest SetValue Snapshot StampSource Stamps State
    StateJSON Store StoreChange StoreListener StoredArgs StoredEndpoint
    StoredParts StoredValue SubscribeAction SubscribeOptions Subscription
    SubscriptionConstructable SubscriptionManager SubscriptionOptions
    TimeoutError TimerHandle Touched UnboundDispatchError UnsubscribeAction
    UsablePromise VisibilityListener WholeValue WriteOnlySchema actionTypes
    actions applyLayers applyManager createAbort createClient createDataStore
    createExpireAll createFetch createInvalidate createInvalidateAll
    createOptimistic createReducer createReset createSet createSetResponse
    createSubscription createUnsubscription defaultExpiryLengths deserialize
    getDefaultManagers initManager initialState load mustWait needsFetch
    serialize
  `,
  "./graphql": `
    AbstractInstanceType AddEndpoint All AllAttribute AllDefinition AnyForm
    AnyString ArraySchema AssignTypes AutomaticValidation BaseClass BaseWithId
    BaseWithPk CellMarker ChangeArgs ChangeTypes ChangedCollection ChoiceArgs
    ChoiceAttribute ChoiceOf ChoiceReference Collection CollectionChange
    CollectionFilter CollectionOptions CollectionSchema ContentType
    CustomResource DataReport DefaultArgs Defaults Denormalize
    DenormalizeNullable DenormalizeResult Derived Endpoint EndpointConstructor
    EndpointExtraOptions EndpointInstance EndpointInterface EndpointOptions
    EndpointSchema Entity EntityFields EntityInterface EntityMap EntityMeta
    EntityMixin EntityOptions EntityPath EntityPk EntityReader EntityRow
    EntitySlot EntityStatics EntityTableView EntityValue EntityWriter
    ErrorPolicy ErrorTypes ExtendEndpoint ExtendResource ExtendRest
    ExtendableEndpoint ExtendedResource FetchFunction FetchGet FetchMutate
    FieldName GQLEndpoint GQLEndpointConstructor GQLEndpointInstance GQLEntity
    GQLError GQLFetch GQLNetworkError GQLOptions GQLQuery GetEndpoint
    HookResource HookThis HookableEndpointInterface IDenormalizeDelegate
    IEntityClass IEntityInstance INVALID INormalizeDelegate IQueryDelegate
    IRestEndpoint Invalidate IsList IsMap ItemAttribute ItemOf ItemSchema
    JoinedArgs JsonOrNoSchema KeyLineage KeyofEndpoint KeyofGQLEndpoint
    KeyofRestEndpoint KeysToArgs Lazy LazyArgs LazyQuery ListPage MappingOf
    MemberMerge MemberOf MembershipChange MemoCache MergeHooks Mergeable
    MergedVersions MixedEntity MutateEndpoint NetworkError NetworkErrorOptions
    NonFilterArgumentKeys Normalize NormalizeNullable NormalizedField
    NormalizedItem NormalizedResponse ObjectArgs ObjectDefinition ObjectSchema
    OptionsToFunction Paginated PaginationEndpoint PaginationFieldEndpoint
    PathArgs PathArgsAndSearch PathKeys PathParameters Placeholder
    PlainEntities PlainState PlainStoreParts PlainTable PolymorphicInterface
    PolymorphicReference PolymorphicSchema Query QueryArgs Queryable
    QueryableObject QueryableSchema RawValue RecurseQueryKey RemoveCursor
    Reporter RequiredPkOptions ResolveType Resource ResourceDefinition
    ResourceEndpoint ResourceEndpointExtensions ResourceExtension
    ResourceGenerics ResourceInterface ResourceOptions ResourceShape
    RestEndpoint RestEndpointConstructor RestEndpointConstructorOptions
    RestEndpointInstance RestEndpointOptions RestFetch RestGenerics
    RestInstance RestInstanceBase RestType Scalar ScalarOptions Schema
    SchemaArgs SchemaAttribute SchemaClass SchemaError SchemaFunction
    SchemaSimple SchemaTypes SchemaValidationError Serializable Several
    ShortenPath SnapshotInterface StandardIssue StandardResult StandardSchema
    StoredArgs StoredEndpoint StoredValue Union UnknownError Values
    createResource denormalize filenameFromContentDisposition getUrlBase
    getUrlTokens hookifyResource isEntity isInvalid isTemporaryPk normalize
    resource schema unshift validateQueryKey validateRequired
  `,
  "./mock": `
    AnsweredArgs AnyFixture CheckedFixtures CollapsedFixture ErrorFixture
    FetchInterceptor Fixture FixtureMap FixtureResponse FixtureTiming Fixtures
    Interceptor LayerOptions MockController MockOptions ResponseInterceptor
    SuccessFixture collapseFixture createFixtureMap mockInitialState mockLayer
  `,
  "./redux": `
    AnyAction AnyDispatch ExternalStore PreparedState PreparedStore
    PromiseifyMiddleware SliceReducer SlicesOf StoreAPI StoreMiddleware
    applyManager combineReducers createReducer initialState mapMiddleware
    prepareStore
  `,
  "./live": `
    LiveManagersOptions getLiveManagers
  `,
  "./refresh": `
    RefreshManager RefreshOptions
  `,
  "./push": `
    ChannelMessages EventSourceManager EventSourceOptions Heartbeat
    ReconnectOptions StreamGap StreamHandlers StreamLink StreamManager
    StreamOptions StreamStatus WebSocketManager WebSocketOptions
  `,
  "./tabs": `
    TabSyncManager TabSyncOptions
  `,
  "./persist": `
    DenoKv Files KeyValueStorage MaybePromise PersistManager PersistOptions
    PersistedKind PersistedTest denoKvStorage fileStorage indexedDBStorage
  `,
  "./offline": `
    OfflineDecision OfflineEntry OfflineManager OfflineOptions
  `,
  "./next": `
    AbortOptimistic AbstractInstanceType ActionTypes AddEndpoint All Client
    ClientOptions Clock Collection CollectionOptions ConnectionListener
    ContentType Controller ControllerOptions CustomResource DataReport
    DefaultConnectionListener Defaults Denormalize DenormalizeNullable
    DependencyError DevToolsManager Dispatch DisposedError Endpoint
    EndpointExtraOptions EndpointInstance EndpointInterface EndpointOptions
    Entity EntityFields EntityInterface EntityMixin EntityOptions ErrorPolicy
    ErrorTypes ExpiryStatus ExtendableEndpoint ExtendedResource FetchAction
    FetchFunction FetchGet FetchMutate GCPolicy GetEndpoint HookResource
    HookableEndpointInterface INVALID IRestEndpoint IdlingNetworkManager
    ImmortalGCPolicy Invalidate InvalidateAction KeyofEndpoint
    KeyofRestEndpoint KeysToArgs Lazy LogoutManager Manager Mergeable
    Middleware MiddlewareAPI MutateEndpoint NetworkError NetworkErrorOptions
    NetworkManager NetworkManagerOptions Normalize NormalizeNullable
    OptimisticAction OptionsToFunction PaginationEndpoint
    PaginationFieldEndpoint PathArgs PathArgsAndSearch PathKeys
    PollingSubscription ProcessingError Query Queryable QueueFullError
    ResetAction ResetError ResolveType Resource ResourceEndpointExtensions
    ResourceExtension ResourceGenerics ResourceInterface ResourceOptions
    RestEndpoint RestEndpointConstructorOptions RestEndpointInstance
    RestEndpointOptions RestFetch RestGenerics RestInstance RestInstanceBase
    RestType RetryOption Scalar Schema SchemaArgs SchemaClass SchemaError
    SchemaSimple SchemaValidationError SerializedState SetAction
    SetResponseAction ShortenPath Snapshot SnapshotInterface StandardSchema
    State SubscribeAction SubscribeOptions SubscriptionManager TimeoutError
    Union UnknownError UnsubscribeAction Values VisibilityListener actionTypes
    createClient createResource deserialize filenameFromContentDisposition
    getDefaultManagers getUrlBase getUrlTokens hookifyResource initManager
    initialState isEntity isTemporaryPk load resource schema serialize unshift
    validateRequired
  `,
  "./compat": `
    Any CreateCountRef DataClientDispatch DataOf DenormalizeNullableObject
    DenormalizeObject EndpointExtendOptions EndpointInstanceInterface
    EndpointToFunction EndpointUpdateFunction ErrorFixtureEndpoint FetchMeta
    FetchingMeta FixtureEndpoint GenericDispatch KeyofEndpointInstance
    MethodToSide MockProps MoveEndpoint NI NormalizeObject NormalizedEntity
    NormalizedNullableObject PK ParamFetchNoBody ParamFetchWithBody
    ParamToArgs PartialRestGenerics PathIn PolymorphicInterface RecordClass
    RemoveEndpoint RenderDataHookResult RestEndpointExtendOptions
    RestExtendedEndpoint RestTypeNoBody RestTypeWithBody SetResponseActionBase
    SetResponseActionError SetResponseActionSuccess SuccessFixtureEndpoint
    UpdateFunction usePromisifiedDispatch
  `,
  "./react": `
    AbstractInstanceType ActionTypes AnyEndpoint AsyncBoundary
    AsyncBoundaryProps BackupLoading CacheProvider CallValues
    CancellableEndpoint CheckedCalls CollectionsIn Controller
    ControllerContext ControllerOptions DLE DataProvider DataProviderProps
    DefaultConnectionListener Denormalize DenormalizeNullable
    DevButtonPosition DevToolsManager DevToolsPosition Dispatch EndpointCall
    EndpointInterface EntityInterface ErrorBoundary ErrorBoundaryProps
    ErrorFallbackProps ErrorTypes ExpiryStatus FetchFunction FetchValue
    GCInterface GCPolicy HydrateData HydrateDataProps IdlingNetworkManager
    IfNullable ImmortalGCPolicy InfiniteDLE InfiniteList InfiniteOptions
    ListEndpoint ListItems LoadedPages Loading LogoutManager Manager
    Middleware NetworkError NetworkErrorBoundary NetworkManager NullableArgs
    NullableDLE PollingSubscription Prefetch PrefetchProps
    ProvidedStoreOptions ProviderProps Queryable ReadAnswers ReadEndpoint
    ReadableEndpoint ReaderSource ReaderStats Schema SchemaArgs SchemaOnly
    State StateContext StoreContext StoredArgs StoredEndpoint StoredValue
    SubscriptionManager UniversalSuspense UnknownError UsablePromise
    WithCollection __INTERNAL__ actionTypes getDefaultManagers initialState
    prefetchState useCache useCacheState useCancelling useController useDLE
    useDebounce useError useFetch useInfinite useLive useLoading usePrefetch
    useQuery useSubscription useSuspense useSuspenseAll
  `,
  "./react/devtools": `
    DevButtonPosition DevPanel DevPanelProps
  `,
  "./react/devtools/production": `
    DevButtonPosition DevPanel DevPanelProps
  `,
  "./react/img": `
    Img ImgProps getImage
  `,
  "./react/native": `
    AbstractInstanceType ActionTypes AnyEndpoint AsyncBoundary
    AsyncBoundaryProps BackupLoading CacheProvider CallValues
    CancellableEndpoint CheckedCalls CollectionsIn Controller
    ControllerContext ControllerOptions DLE DataProvider DataProviderProps
    DefaultConnectionListener Denormalize DenormalizeNullable
    DevButtonPosition DevToolsManager DevToolsPosition Dispatch EndpointCall
    EndpointInterface EntityInterface ErrorBoundary ErrorBoundaryProps
    ErrorFallbackProps ErrorTypes ExpiryStatus FetchFunction FetchValue
    GCInterface GCPolicy HydrateData HydrateDataProps IdlingNetworkManager
    IfNullable ImmortalGCPolicy InfiniteDLE InfiniteList InfiniteOptions
    ListEndpoint ListItems LoadedPages Loading LogoutManager Manager
    Middleware NavigationContext NetworkError NetworkErrorBoundary
    NetworkManager NullableArgs NullableDLE PollingSubscription Prefetch
    PrefetchProps ProvidedStoreOptions ProviderProps Queryable ReadAnswers
    ReadEndpoint ReadableEndpoint ReaderSource ReaderStats Schema SchemaArgs
    SchemaOnly Screen State StateContext StoreContext StoredArgs
    StoredEndpoint StoredValue SubscriptionManager UniversalSuspense
    UnknownError UsablePromise WithCollection __INTERNAL__ actionTypes
    getDefaultManagers initialState prefetchState useCache useCacheState
    useCancelling useController useDLE useDebounce useError useFetch
    useInfinite useLive useLoading usePrefetch useQuery useSubscription
    useSuspense useSuspenseAll
  `,
  "./react/next": `
    AbstractInstanceType ActionTypes AnyEndpoint AsyncBoundary
    AsyncBoundaryProps BackupLoading CacheProvider CallValues
    CancellableEndpoint CheckedCalls CollectionsIn Controller
    ControllerContext ControllerOptions DLE DataProvider DataProviderProps
    DefaultConnectionListener Denormalize DenormalizeNullable
    DevButtonPosition DevToolsManager DevToolsPosition Dispatch EndpointCall
    EndpointInterface EntityInterface ErrorBoundary ErrorBoundaryProps
    ErrorFallbackProps ErrorTypes ExpiryStatus FetchFunction FetchValue
    GCInterface GCPolicy HydrateData HydrateDataProps IdlingNetworkManager
    IfNullable ImmortalGCPolicy InfiniteDLE InfiniteList InfiniteOptions
    ListEndpoint ListItems LoadedPages Loading LogoutManager Manager
    Middleware NetworkError NetworkErrorBoundary NetworkManager NullableArgs
    NullableDLE PollingSubscription Prefetch PrefetchProps
    ProvidedStoreOptions ProviderProps Queryable ReadAnswers ReadEndpoint
    ReadableEndpoint ReaderSource ReaderStats Schema SchemaArgs SchemaOnly
    State StateContext StoreContext StoredArgs StoredEndpoint StoredValue
    SubscriptionManager UniversalSuspense UnknownError UsablePromise
    WithCollection __INTERNAL__ actionTypes getDefaultManagers initialState
    prefetchState useCache useCacheState useCancelling useController useDLE
    useDebounce useError useFetch useInfinite useLive useLoading usePrefetch
    useQuery useSubscription useSuspense useSuspenseAll
  `,
  "./react/nextjs": `
    DataProvider DataProviderProps
  `,
  "./react/server": `
    AsyncBoundary BackupLoading CacheProvider Controller DataProvider
    DefaultConnectionListener DevToolsManager ErrorBoundary ExpiryStatus
    GCPolicy HydrateData IdlingNetworkManager ImmortalGCPolicy LogoutManager
    NetworkError NetworkErrorBoundary NetworkManager PollingSubscription
    Prefetch Refused SubscriptionManager UniversalSuspense actionTypes
    getDefaultManagers initialState prefetchState useCache useCacheState
    useCancelling useController useDLE useDebounce useError useFetch
    useInfinite useLive useLoading usePrefetch useQuery useSubscription
    useSuspense useSuspenseAll
  `,
  "./react/ssr": `
    PersistedDataStore PersistedStore ServerData ServerDataComponentProps
    ServerDataProps ServerDataProviderProps awaitInitialData
    createPersistedStore createServerDataComponent getInitialData
  `,
  "./react/redux": `
    AnyAction AnyDispatch DataProvider ExternalDataProvider
    ExternalDataProviderProps ExternalStore PreparedState PreparedStore
    PromiseifyMiddleware SliceReducer SlicesOf StoreAPI StoreMiddleware
    SubscribableStore applyManager combineReducers createReducer initialState
    mapMiddleware prepareStore
  `,
  "./testing": `
    Act AnsweredArgs AnyFixture CheckedFixtures CollapsedFixture DomOptions
    ErrorFixture FetchInterceptor Fixture FixtureMap FixtureResponse
    FixtureTiming Fixtures HookResult Interceptor LayerOptions
    MakeRenderDataHook MockController MockOptions MockResolver
    MockResolverProps RenderDataHook RenderDataHookOptions RenderHook
    RenderHookOptions RenderedDataHook RenderedHook RendererAct RendererRoot
    ResponseInterceptor RootOptions SuccessFixture TestRenderer
    TestedProviderProps WaitFor WaitForOptions act collapseFixture
    createFixtureMap makeRenderDataClient makeRenderDataHook mockInitialState
    mockLayer renderDataHook renderHook
  `,
  "./testing/browser": `
    AnsweredArgs AnyFixture CheckedFixtures CollapsedFixture ErrorFixture
    FetchInterceptor Fixture FixtureMap FixtureResponse FixtureTiming Fixtures
    Interceptor LayerOptions MockController MockOptions MockResolver
    MockResolverProps ResponseInterceptor SuccessFixture collapseFixture
    createFixtureMap mockInitialState mockLayer
  `,
  "./testing/renderer": `
    Act HookResult MakeRenderDataHook RenderDataHook RenderDataHookOptions
    RenderHook RenderHookOptions RenderedDataHook RenderedHook RendererAct
    RendererRoot RootOptions TestRenderer TestedProviderProps Testing WaitFor
    WaitForOptions createTesting
  `,
};

/**
 * What each entry of the package exports, values and types alike, by its path
 * (`.`, `./react`). Written by scripts/write_codemod_exports.ts.
 */
export const entryExports: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(listed).map((
    [entry, names],
  ): [string, Set<string>] => [entry, new Set(names.trim().split(/\s+/))]),
);
