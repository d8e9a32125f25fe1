//! Counts the kinds of syntax in programs, as `syn` sees them: a kind is a method of its visitor.

use rustassay_gen_surface::config::Profile;
use rustassay_gen_surface::{ObservationForm, generate};
use std::collections::BTreeMap;
use syn::visit::{self, Visit};

/// How many nodes of each kind there are.
#[derive(Default)]
struct Kinds(BTreeMap<&'static str, usize>);

macro_rules! count {
    ($($method:ident $node:ident;)*) => {
        impl<'ast> Visit<'ast> for Kinds {
            $(
                fn $method(&mut self, node: &'ast syn::$node) {
                    *self.0.entry(stringify!($node)).or_default() += 1;
                    visit::$method(self, node);
                }
            )*
        }
    };
}

count! {
    visit_abi Abi;
    visit_angle_bracketed_generic_arguments AngleBracketedGenericArguments;
    visit_arm Arm;
    visit_assoc_const AssocConst;
    visit_assoc_type AssocType;
    visit_attr_style AttrStyle;
    visit_attribute Attribute;
    visit_bare_fn_arg BareFnArg;
    visit_bare_variadic BareVariadic;
    visit_bin_op BinOp;
    visit_block Block;
    visit_bound_lifetimes BoundLifetimes;
    visit_captured_param CapturedParam;
    visit_const_param ConstParam;
    visit_constraint Constraint;
    visit_data Data;
    visit_data_enum DataEnum;
    visit_data_struct DataStruct;
    visit_data_union DataUnion;
    visit_derive_input DeriveInput;
    visit_expr Expr;
    visit_expr_array ExprArray;
    visit_expr_assign ExprAssign;
    visit_expr_async ExprAsync;
    visit_expr_await ExprAwait;
    visit_expr_binary ExprBinary;
    visit_expr_block ExprBlock;
    visit_expr_break ExprBreak;
    visit_expr_call ExprCall;
    visit_expr_cast ExprCast;
    visit_expr_closure ExprClosure;
    visit_expr_const ExprConst;
    visit_expr_continue ExprContinue;
    visit_expr_field ExprField;
    visit_expr_for_loop ExprForLoop;
    visit_expr_group ExprGroup;
    visit_expr_if ExprIf;
    visit_expr_index ExprIndex;
    visit_expr_infer ExprInfer;
    visit_expr_let ExprLet;
    visit_expr_lit ExprLit;
    visit_expr_loop ExprLoop;
    visit_expr_macro ExprMacro;
    visit_expr_match ExprMatch;
    visit_expr_method_call ExprMethodCall;
    visit_expr_paren ExprParen;
    visit_expr_path ExprPath;
    visit_expr_range ExprRange;
    visit_expr_raw_addr ExprRawAddr;
    visit_expr_reference ExprReference;
    visit_expr_repeat ExprRepeat;
    visit_expr_return ExprReturn;
    visit_expr_struct ExprStruct;
    visit_expr_try ExprTry;
    visit_expr_try_block ExprTryBlock;
    visit_expr_tuple ExprTuple;
    visit_expr_unary ExprUnary;
    visit_expr_unsafe ExprUnsafe;
    visit_expr_while ExprWhile;
    visit_expr_yield ExprYield;
    visit_field Field;
    visit_field_mutability FieldMutability;
    visit_field_pat FieldPat;
    visit_field_value FieldValue;
    visit_fields Fields;
    visit_fields_named FieldsNamed;
    visit_fields_unnamed FieldsUnnamed;
    visit_file File;
    visit_fn_arg FnArg;
    visit_foreign_item ForeignItem;
    visit_foreign_item_fn ForeignItemFn;
    visit_foreign_item_macro ForeignItemMacro;
    visit_foreign_item_static ForeignItemStatic;
    visit_foreign_item_type ForeignItemType;
    visit_generic_argument GenericArgument;
    visit_generic_param GenericParam;
    visit_generics Generics;
    visit_impl_item ImplItem;
    visit_impl_item_const ImplItemConst;
    visit_impl_item_fn ImplItemFn;
    visit_impl_item_macro ImplItemMacro;
    visit_impl_item_type ImplItemType;
    visit_impl_restriction ImplRestriction;
    visit_index Index;
    visit_item Item;
    visit_item_const ItemConst;
    visit_item_enum ItemEnum;
    visit_item_extern_crate ItemExternCrate;
    visit_item_fn ItemFn;
    visit_item_foreign_mod ItemForeignMod;
    visit_item_impl ItemImpl;
    visit_item_macro ItemMacro;
    visit_item_mod ItemMod;
    visit_item_static ItemStatic;
    visit_item_struct ItemStruct;
    visit_item_trait ItemTrait;
    visit_item_trait_alias ItemTraitAlias;
    visit_item_type ItemType;
    visit_item_union ItemUnion;
    visit_item_use ItemUse;
    visit_label Label;
    visit_lifetime Lifetime;
    visit_lifetime_param LifetimeParam;
    visit_lit Lit;
    visit_lit_bool LitBool;
    visit_lit_byte LitByte;
    visit_lit_byte_str LitByteStr;
    visit_lit_cstr LitCStr;
    visit_lit_char LitChar;
    visit_lit_float LitFloat;
    visit_lit_int LitInt;
    visit_lit_str LitStr;
    visit_local Local;
    visit_local_init LocalInit;
    visit_macro Macro;
    visit_macro_delimiter MacroDelimiter;
    visit_member Member;
    visit_meta Meta;
    visit_meta_list MetaList;
    visit_meta_name_value MetaNameValue;
    visit_parenthesized_generic_arguments ParenthesizedGenericArguments;
    visit_pat Pat;
    visit_pat_ident PatIdent;
    visit_pat_or PatOr;
    visit_pat_paren PatParen;
    visit_pat_reference PatReference;
    visit_pat_rest PatRest;
    visit_pat_slice PatSlice;
    visit_pat_struct PatStruct;
    visit_pat_tuple PatTuple;
    visit_pat_tuple_struct PatTupleStruct;
    visit_pat_type PatType;
    visit_pat_wild PatWild;
    visit_path Path;
    visit_path_arguments PathArguments;
    visit_path_segment PathSegment;
    visit_pointer_mutability PointerMutability;
    visit_precise_capture PreciseCapture;
    visit_predicate_lifetime PredicateLifetime;
    visit_predicate_type PredicateType;
    visit_qself QSelf;
    visit_range_limits RangeLimits;
    visit_receiver Receiver;
    visit_return_type ReturnType;
    visit_signature Signature;
    visit_static_mutability StaticMutability;
    visit_stmt Stmt;
    visit_stmt_macro StmtMacro;
    visit_trait_bound TraitBound;
    visit_trait_bound_modifier TraitBoundModifier;
    visit_trait_item TraitItem;
    visit_trait_item_const TraitItemConst;
    visit_trait_item_fn TraitItemFn;
    visit_trait_item_macro TraitItemMacro;
    visit_trait_item_type TraitItemType;
    visit_type Type;
    visit_type_array TypeArray;
    visit_type_bare_fn TypeBareFn;
    visit_type_group TypeGroup;
    visit_type_impl_trait TypeImplTrait;
    visit_type_infer TypeInfer;
    visit_type_macro TypeMacro;
    visit_type_never TypeNever;
    visit_type_param TypeParam;
    visit_type_param_bound TypeParamBound;
    visit_type_paren TypeParen;
    visit_type_path TypePath;
    visit_type_ptr TypePtr;
    visit_type_reference TypeReference;
    visit_type_slice TypeSlice;
    visit_type_trait_object TypeTraitObject;
    visit_type_tuple TypeTuple;
    visit_un_op UnOp;
    visit_use_glob UseGlob;
    visit_use_group UseGroup;
    visit_use_name UseName;
    visit_use_path UsePath;
    visit_use_rename UseRename;
    visit_use_tree UseTree;
    visit_variadic Variadic;
    visit_variant Variant;
    visit_vis_restricted VisRestricted;
    visit_visibility Visibility;
    visit_where_clause WhereClause;
    visit_where_predicate WherePredicate;
}

/// The kinds that programs of all profiles in turn reach, with the number of nodes.
pub fn kinds(programs: u64) -> BTreeMap<&'static str, usize> {
    let mut kinds = Kinds::default();
    for seed in 0..programs {
        let profile = Profile::ALL[seed as usize % Profile::ALL.len()];
        let text = generate(seed, &profile.config()).text(ObservationForm::Checksum);
        let file =
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{} {seed}: {error}", profile.name()));
        kinds.visit_file(&file);
    }
    kinds.0
}
