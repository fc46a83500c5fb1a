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
    FetchFunction FetchGet FetchMutate GCOptions GCPolicy GetEndpoint
    HookResource HookableEndpointInterface INVALID IRestEndpoint
    IdlingNetworkManager ImmortalGCPolicy Invalidate InvalidateAction
    KeyofEndpoint KeyofRestEndpoint KeysToArgs Lazy LogoutManager Manager
    Mergeable Middleware MiddlewareAPI MutateEndpoint NetworkError
    NetworkErrorOptions NetworkManager NetworkManagerOptions Normalize
    NormalizeNullable OptimisticAction OptionsToFunction PaginationEndpoint
    PaginationFieldEndpoint PathArgs PathArgsAndSearch PathKeys
    PollingSubscription ProcessingError Query Queryable QueueFullError
    ReadEndpoint ResetAction ResetError ResolveType Resource
    ResourceEndpointExtensions ResourceExtension ResourceGenerics
    ResourceInterface ResourceOptions RestEndpoint
    RestEndpointConstructorOptions RestEndpointInstance RestEndpointOptions
    RestFetch RestGenerics RestInstance RestInstanceBase RestType RetryOption
    Scalar Schema SchemaArgs SchemaClass SchemaError SchemaSimple
    SchemaValidationError SerializedState SetAction SetResponseAction
    ShortenPath Snapshot SnapshotInterface StandardSchema State
    SubscribeAction SubscribeOptions SubscriptionManager TimeoutError Union
    UnknownError UnsubscribeAction Values VisibilityListener actionTypes
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
    CollectionOptions CollectionSchema Comparator ConfirmedWrite DataReport
    DefaultArgs Denormalize DenormalizeNullable DenormalizeResult Entity
    EntityFields EntityInterface EntityMap EntityMeta EntityMixin
    EntityOptions EntityPath EntityPk EntityReader EntityRow EntitySlot
    EntityStatics EntityTableView EntityValue EntityWriter FieldName
    IDenormalizeDelegate IEntityClass IEntityInstance INVALID
    INormalizeDelegate IQueryDelegate Invalidate IsList IsMap ItemAttribute
    ItemOf JoinedArgs KeyLineage Lazy LazyArgs LazyQuery ListChange ListPage
    ListRegistry ListSchema ListScope MappingOf MemberMerge MemberOf
    MembershipChange MemoCache MergeHooks Mergeable MergedVersions MixedEntity
    NonFilterArgumentKeys Normalize NormalizeNullable NormalizedField
    NormalizedItem NormalizedResponse ObjectArgs ObjectDefinition ObjectSchema
    Placeholder PlainEntities PlainState PlainStoreParts PlainTable
    PolymorphicInterface PolymorphicReference PolymorphicSchema Query
    QueryArgs Queryable QueryableObject QueryableSchema RawValue
    RecurseQueryKey RemoveCursor Reporter RequiredPkOptions RowChange Scalar
    ScalarOptions Schema SchemaArgs SchemaAttribute SchemaClass SchemaError
    SchemaFunction SchemaSimple SchemaTypes SchemaValidationError Serializable
    Span StandardIssue StandardResult StandardSchema Union Values denormalize
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
    ActionTypeConstants ActionTypes ArgsThen AsyncDisposal BegunMutation
    ChangeListener Client ClientOptions ClientReading Clock CollectableMeta
    CommitNotice ConnectionListener Controller ControllerConstructor
    ControllerMethods ControllerOptions CountRefTarget DataStore
    DataStoreOptions DefaultConnectionListener DefaultManagersOptions
    Dependencies DependencyError DevToolsConfig DevToolsConnection
    DevToolsExtension DevToolsManager DevToolsMessage DevToolsRecord
    DevToolsStep Dispatch Disposal DisposedError EndpointAction EndpointRecord
    EntityPath EntityRecord Environment EnvironmentOptions ExpireAllAction
    ExpiryLengths ExpiryStatus FetchAction FetchOutcome FetchValue GCAction
    GCInterface GCOptions GCPolicy IdlingNetworkManager
    IdlingNetworkManagerOptions IfNullable ImmortalGCPolicy Interactions
    InvalidateAction InvalidateAllAction KeyTest LogoutManager LogoutOptions
    Manager ManagerRole ManagerWithRole MergeAction Middleware MiddlewareAPI
    NetworkManager NetworkManagerOptions NullableArgs ObservedResponse
    OptimisticAction PendingMutations PollingSubscription ProcessingError
    QueryReading QueryState QueueFullError RawResponse ReadContext
    ReadEndpoint ReadableEndpoint ReaderEntry Reducer ReduxMiddleware
    RequestLimits ResetAction ResetError ResolveType ResponseListener
    ResponseMeta ResponseReading RetriedRequest RetryDelayOption RetryOption
    RetryTiming RunningRequest RunningSubscription SerializedState SetAction
    SetArgs SetResponseAction SetRest SetValue Snapshot StampSource Stamps
    State StateJSON Store StoreChange StoreListener StoredArgs StoredEndpoint
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
    ./schema AddEndpoint AnyForm AnyString ContentType CustomResource Defaults
    Derived Endpoint EndpointConstructor EndpointExtraOptions EndpointInstance
    EndpointInterface EndpointOptions EndpointSchema ErrorPolicy ErrorTypes
    ExtendEndpoint ExtendResource ExtendRest ExtendableEndpoint
    ExtendedResource FetchFunction FetchGet FetchMutate GQLEndpoint
    GQLEndpointConstructor GQLEndpointInstance GQLEntity GQLError GQLFetch
    GQLNetworkError GQLOptions GQLQuery GetEndpoint HookResource HookThis
    HookableEndpointInterface IRestEndpoint ItemSchema JsonOrNoSchema
    KeyofEndpoint KeyofGQLEndpoint KeyofRestEndpoint KeysToArgs MutateEndpoint
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
  "./mock": `
    AnyFixture CheckedFixtures CollapsedFixture ErrorFixture FetchInterceptor
    Fixture FixtureArgs FixtureMap FixtureResponse FixtureTiming Fixtures
    Interceptor LayerOptions MockController MockOptions ResponseInterceptor
    SuccessFixture collapseFixture createFixtureMap mockInitialState mockLayer
  `,
  "./redux": `
    AnyAction AnyDispatch ExternalStore PreparedState PreparedStore
    PromiseifyMiddleware SliceReducer SlicesOf StoreAPI StoreMiddleware
    applyManager combineReducers createReducer initialState mapMiddleware
    prepareStore
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
    GCInterface GCOptions GCPolicy HydrateData HydrateDataProps
    IdlingNetworkManager IfNullable ImmortalGCPolicy InfiniteDLE InfiniteList
    InfiniteOptions ListEndpoint ListItems LoadedPages Loading LogoutManager
    Manager Middleware NetworkError NetworkErrorBoundary NetworkManager
    NullableArgs NullableDLE PollingSubscription Prefetch PrefetchProps
    ProvidedStoreOptions ProviderProps Queryable ReadComplaints ReadEndpoint
    ReadableEndpoint ReaderSource ReaderStats Schema SchemaArgs SchemaOnly
    State StateContext StoreContext StoredArgs StoredEndpoint StoredValue
    SubscriptionManager UniversalSuspense UnknownError UsablePromise
    WithCollection __INTERNAL__ actionTypes getDefaultManagers initialState
    prefetchState useCache useCacheState useCancelling useController useDLE
    useDebounce useError useFetch useInfinite useLive useLoading usePrefetch
    useQuery useSubscription useSuspense useSuspenseAll
  `,
  "./react/img": `
    Img ImgProps getImage
  `,
  "./react/nextjs": `
    DataProvider DataProviderProps
  `,
  "./react/ssr": `
    PersistedDataStore PersistedStore ServerData ServerDataComponentProps
    ServerDataProps ServerDataProviderProps awaitInitialData
    createPersistedStore createServerDataComponent getInitialData
  `,
  "./react/redux": `
    ./redux DataProvider ExternalDataProvider ExternalDataProviderProps
    SubscribableStore
  `,
  "./testing": `
    ./testing/browser Act DomOptions HookResult MakeRenderDataHook
    RenderDataHook RenderDataHookOptions RenderHook RenderHookOptions
    RenderedDataHook RenderedHook RendererAct RendererRoot RootOptions
    TestRenderer TestedProviderProps WaitFor WaitForOptions act
    makeRenderDataClient makeRenderDataHook renderDataHook renderHook
  `,
  "./testing/browser": `
    ./mock MockResolver MockResolverProps
  `,
};

/**
 * What entries of the package export, values and types alike, by their path
 * (`.`, `./react`). Written by scripts/write_codemod_exports.ts.
 */
export const entryExports: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.keys(listed).map((entry) => [entry, new Set(namesOf(entry))]),
);

/** A path among the names stands for what that entry exports. */
function namesOf(entry: string): string[] {
  return listed[entry]!.trim().split(/\s+/).flatMap((name) =>
    name.startsWith("./") ? namesOf(name) : name
  );
}
